import { type DebriefAttempts, isBetterInGradebook, isBetterOnBoard, isRankable } from './debrief-attempts.rule.js';
import {
  attemptOfDecision,
  cellOfDecision,
  isDecision,
  type DecisionStep,
  regradedFigures,
  resultsOfCell,
  selectsBest,
} from './debrief-decisions.rule.js';
import {
  attemptKey,
  type DebriefFacts,
  type DebriefState,
  isSetAside,
  levelRankOf,
  NONE,
  ROSTER_CODES,
  SET_ASIDE,
} from './debrief-state.rule.js';
import { leastRankOf } from './grading.rule.js';
import type { Recording, RecordedStep } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { rankOfLevel } from './result-level.rule.js';

/** Applies entries to a state. `previous` contains the attempt before each one in its cell, in the order of the debrief. */
export class DebriefFold {
  constructor(
    private readonly recording: Recording,
    private readonly attempts: DebriefAttempts,
    private readonly previous: Int32Array,
    private readonly indexOf: (attemptId: string) => number | undefined,
  ) {
    const { scenarios, editions, removed } = recording;
    const published = [...removed, ...editions.flatMap((edition) => edition.scenarios)];
    const compete = new Set(published.filter((each) => each.campaignType === 'Compete').map((each) => each.scenarioId));
    this.compete = scenarios.map((scenarioId) => compete.has(scenarioId));
    this.decisions = new Map(recording.steps.filter(isDecision).map((step) => [step[3], step]));
  }

  /** Whether each scenario counts on boards. */
  private readonly compete: readonly boolean[];
  private readonly decisions: ReadonlyMap<string, DecisionStep>;

  /** Returns whether an attempt is late at this moment. */
  isLate({ facts }: DebriefState, index: number): boolean {
    const { flags, sequences } = this.attempts;
    return (flags[index]! & ATTEMPT_FLAGS.late) !== 0 && sequences[index]! >= facts.resumedSequence;
  }

  addAttempt(state: DebriefState, index: number): void {
    const cell = this.attempts.cells[index]!;
    state.newest[cell] = index;
    if (state.ruled.has(cell) || !selectsBest(state.facts.grading)) this.applyRules(state, cell);
    else this.consider(state, cell, index);
  }

  /** Applies the figures of an attempt after a regrade. */
  regrade(state: DebriefState, regraded: Recording['regraded'][number]): void {
    const index = this.indexOf(regraded[1]);
    if (index === undefined) return;
    const figures = regradedFigures(regraded, this.attempts.list[index]!);
    if (figures) state.figures.set(index, figures);
    else state.figures.delete(index);
    this.recount(state, this.attempts.cells[index]!);
  }

  changeRoster({ roster }: DebriefState, [, , kind, person]: Recording['roster'][number]): void {
    roster[person] = { joined: ROSTER_CODES.joined, left: ROSTER_CODES.absent, moved: ROSTER_CODES.moved }[kind];
  }

  applyStep(state: DebriefState, step: RecordedStep): void {
    const [sequence] = step;
    switch (step[2]) {
      case 'started':
        return change(state, { startedAt: step[3], endedAt: null });
      case 'ended':
        return change(state, { endedAt: step[3] });
      case 'resumed':
        change(state, { endedAt: null, resumedSequence: sequence, edition: state.facts.published });
        return this.recountAll(state);
      case 'frozen':
        state.frozen = { ranked: state.ranked.slice(), ruled: new Map(state.ruled) };
        return change(state, { frozenAt: step[3] });
      case 'revealed':
        state.frozen = null;
        return change(state, { frozenAt: null });
      case 'naming':
        return change(state, { naming: step[3] });
      case 'cleared':
        state.frozen &&= { ranked: new Int32Array(state.ranked.length).fill(NONE), ruled: new Map() };
        change(state, { clearedSequence: sequence });
        return this.recountAll(state);
      case 'answers-released':
        return change(state, { answersReleased: true });
      case 'answers-withheld':
        return change(state, { answersReleased: false });
      case 'catalogue':
        return change(state, { published: step[3], ...(state.facts.endedAt === null && { edition: step[3] }) });
      case 'verified':
        return this.setLevel(state, step[3], step[4]);
      case 'differed':
        return this.setLevel(state, step[3], rankOfLevel('Reported'));
      case 'grading':
        change(state, { grading: step[3], leastLevel: leastRankOf(step[3].count) });
        return this.recountAll(state);
      case 'undone':
        return this.undo(state, step[3]);
      case 'accepted':
      case 'set-aside':
      case 'points':
      case 'excused':
      case 'commented':
      case 'restored':
      case 'regraded':
        return this.decide(state, step, (decisions) => [...decisions, step]);
      case 'scheduled':
      case 'schedule-cancelled':
      case 'end-scheduled':
        return undefined;
      default:
        return step satisfies never;
    }
  }

  private setLevel(state: DebriefState, attemptId: string, level: number): void {
    const index = this.indexOf(attemptId);
    if (index !== undefined) this.setStatus(state, index, (state.status[index]! & SET_ASIDE) | level);
  }

  private undo(state: DebriefState, decisionId: string): void {
    const undone = this.decisions.get(decisionId);
    if (undone) this.decide(state, undone, (decisions) => decisions.filter((step) => step !== undone));
  }

  /** Changes the decisions in force, and counts again what a decision is about. The figures of a regrade are entries of their own. */
  private decide(
    state: DebriefState,
    decision: DecisionStep,
    change: (decisions: readonly DecisionStep[]) => readonly DecisionStep[],
  ): void {
    const attemptId = attemptOfDecision(decision);
    const index = attemptId === undefined ? undefined : this.indexOf(attemptId);
    const key = index === undefined ? this.cellOf(decision) : attemptKey(index);
    if (key === undefined) return;
    const decisions = change(state.decisions.get(key) ?? []);
    state.decisions.set(key, decisions);
    if (index === undefined) return this.recount(state, key);
    const aside = decisions.at(-1)?.[2] === 'set-aside' ? SET_ASIDE : 0;
    this.setStatus(state, index, levelRankOf(state.status[index]!) | aside);
  }

  /** Returns the cell of a decision about one; undefined when it is not in the recording. */
  private cellOf(decision: DecisionStep): number | undefined {
    const [userId, scenarioId] = cellOfDecision(decision) ?? [];
    const person = this.recording.people.findIndex(([id]) => id === userId);
    const scenario = this.recording.scenarios.indexOf(scenarioId ?? '');
    return person < 0 || scenario < 0 ? undefined : person * this.attempts.scenarios + scenario;
  }

  private setStatus(state: DebriefState, index: number, status: number): void {
    state.status[index] = status;
    this.recount(state, this.attempts.cells[index]!);
  }

  private recountAll(state: DebriefState): void {
    for (let cell = 0; cell < state.newest.length; cell += 1) this.recount(state, cell);
  }

  /** Returns whether the result of a cell is more than its best attempt. */
  private isRuled(state: DebriefState, cell: number): boolean {
    if ((state.decisions.get(cell) ?? []).length > 0) return true;
    const { figures, status } = state;
    if (!selectsBest(state.facts.grading)) return state.newest[cell] !== NONE;
    return this.played(state, cell).some((index) => figures.has(index) || isSetAside(status[index]!));
  }

  private applyRules(state: DebriefState, cell: number): void {
    const { facts, figures } = state;
    const results = resultsOfCell({
      played: this.played(state, cell),
      decisions: state.decisions.get(cell) ?? [],
      compete: this.compete[cell % this.attempts.scenarios]!,
      grading: facts.grading,
      cleared: facts.clearedSequence,
      attempts: this.attempts,
      figures,
      isLate: (index) => this.isLate(state, index),
      isSetAside: (index) => isSetAside(state.status[index]!),
      levelOf: (index) => levelRankOf(state.status[index]!),
    });
    state.ruled.set(cell, results);
    state.best[cell] = this.indexOf(results.cell?.attemptId ?? '') ?? NONE;
    state.ranked[cell] = this.indexOf(results.board?.attemptId ?? '') ?? NONE;
  }

  private played({ newest }: DebriefState, cell: number): number[] {
    const played: number[] = [];
    for (let index = newest[cell]!; index !== NONE; index = this.previous[index]!) played.push(index);
    return played;
  }

  /** Compares all attempts of a cell again. */
  private recount(state: DebriefState, cell: number): void {
    if (this.isRuled(state, cell)) return this.applyRules(state, cell);
    state.ruled.delete(cell);
    state.best[cell] = state.ranked[cell] = NONE;
    for (let index = state.newest[cell]!; index !== NONE; index = this.previous[index]!)
      this.consider(state, cell, index);
  }

  /** Makes an attempt the result of its cell if it may count and is better than the present one (docs/rules.md#effective-result). */
  private consider(state: DebriefState, cell: number, index: number): void {
    const { best, ranked, facts } = state;
    const status = state.status[index]!;
    if (isSetAside(status) || levelRankOf(status) < facts.leastLevel || this.isLate(state, index)) return;
    const present = best[cell]!;
    if (present === NONE || isBetterInGradebook(this.attempts, index, present)) best[cell] = index;
    if (!isRankable(this.attempts, index) || this.attempts.sequences[index]! <= facts.clearedSequence) return;
    const leading = ranked[cell]!;
    if (leading === NONE || isBetterOnBoard(this.attempts, index, leading)) ranked[cell] = index;
  }
}

function change(state: DebriefState, changes: Partial<DebriefFacts>): void {
  state.facts = { ...state.facts, ...changes };
}
