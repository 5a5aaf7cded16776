import type { Debrief } from './debrief.rule.js';
import { isStudent, scenariosAt } from './debrief-gradebook.rule.js';
import { type DebriefState, NONE, type RankedResults } from './debrief-state.rule.js';
import type { LeaderboardEntry } from './leaderboard.contract.js';
import { momentOfTime } from './moment.rule.js';
import { roundPoints } from './points.rule.js';

/** A board of a debrief. `students`: as students saw it, with the places of the freeze while it was frozen. */
export interface DebriefBoardScope {
  readonly view: 'staff' | 'students';
  readonly campaignId?: string | undefined;
  readonly scenarioId?: string | undefined;
}

/** What a student has on a board. */
export interface BoardSum {
  readonly person: number;
  readonly score: number;
  readonly totalScore: number;
  readonly questionsScore: number;
  readonly scenariosPassed: number;
  /** Milliseconds since 1970. */
  readonly achievedAt: number;
}

/**
 * Returns the board of a moment, best first (docs/rules.md#ranking). Students who are disabled now have no place. Names are those that
 * staff sees now; with `students` they are usernames, because aliases are known only to the server.
 */
export function boardAt(debrief: Debrief, state: DebriefState, scope: DebriefBoardScope): LeaderboardEntry[] {
  const { people } = debrief.recording;
  const ranked = scope.view === 'students' && state.facts.frozenAt !== null ? state.frozen : state;
  if (!ranked) return [];
  const columns = columnsOf(debrief, state, scope);
  const sums: BoardSum[] = [];
  for (const [person, [, , , , enabled]] of people.entries()) {
    if (!enabled || !isStudent(state, person)) continue;
    const sum = sumOf(debrief, ranked, person, columns);
    if (sum) sums.push(sum);
  }
  sums.sort((a, b) => compareSums(debrief, a, b));
  return sums.map(({ person, achievedAt, ...figures }, index) => {
    const [userId, userName, firstName, lastName] = people[person]!;
    return {
      rank: index + 1,
      userId,
      userName,
      name: scope.view === 'staff' ? `${firstName} ${lastName}`.trim() : null,
      organizationName: null,
      ...figures,
      achievedAt: momentOfTime(achievedAt),
    };
  });
}

/** Returns the indexes of the scenarios of a board; null for all. */
function columnsOf(
  debrief: Debrief,
  state: DebriefState,
  { campaignId, scenarioId }: DebriefBoardScope,
): number[] | null {
  const { scenarios } = debrief.recording;
  if (scenarioId !== undefined) return [scenarios.indexOf(scenarioId)];
  if (campaignId === undefined) return null;
  const ofCampaign = scenariosAt(debrief, state).filter((scenario) => scenario.campaignId === campaignId);
  return ofCampaign.map((scenario) => scenarios.indexOf(scenario.scenarioId));
}

/** Compares two students: more points first, then the earlier achievement, then the smaller id. */
export function compareSums({ recording: { people } }: Debrief, a: BoardSum, b: BoardSum): number {
  return b.score - a.score || a.achievedAt - b.achievedAt || (people[a.person]![0] < people[b.person]![0] ? -1 : 1);
}

/**
 * Adds up the ranked attempts of a person in some scenarios, or in all; null without one. Attempts without points do not change the time
 * of the achievement.
 */
export function sumOf(
  { attempts: { scenarios, scores, totals, questions, completed } }: Debrief,
  { ranked, ruled }: RankedResults,
  person: number,
  columns: readonly number[] | null,
): BoardSum | null {
  let [score, totalScore, questionsScore, scenariosPassed] = [0, 0, 0, 0];
  let [achievedAt, firstAt] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const count = columns?.length ?? scenarios;
  for (let place = 0; place < count; place += 1) {
    const cell = person * scenarios + (columns ? columns[place]! : place);
    const results = ruled.size === 0 ? undefined : ruled.get(cell);
    if (results) {
      const { board } = results;
      if (!board) continue;
      const points = roundPoints(board.totalScore + board.questionsScore);
      const achieved = board.time!;
      score += points;
      totalScore += board.totalScore;
      questionsScore += board.questionsScore;
      scenariosPassed += 1;
      if (points > 0) achievedAt = Math.max(achievedAt, achieved);
      firstAt = Math.min(firstAt, achieved);
      continue;
    }
    const index = ranked[cell] ?? NONE;
    if (index === NONE) continue;
    score += scores[index]!;
    totalScore += totals[index]!;
    questionsScore += questions[index]!;
    scenariosPassed += 1;
    if (scores[index]! > 0) achievedAt = Math.max(achievedAt, completed[index]!);
    firstAt = Math.min(firstAt, completed[index]!);
  }
  if (scenariosPassed === 0) return null;
  return {
    person,
    score: roundPoints(score),
    totalScore: roundPoints(totalScore),
    questionsScore: roundPoints(questionsScore),
    scenariosPassed,
    achievedAt: achievedAt === Number.NEGATIVE_INFINITY ? firstAt : achievedAt,
  };
}
