import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import type { CellDecisionChange, GradingPreview, RegradeRequest } from '../../contracts/grading.contract.js';
import { ATTEMPT_POLICIES, type Grading, MISSING_POLICIES } from '../../contracts/grading.rule.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';

const kit = classKit();

const RUNS = 6;
const [question] = quizScenario.questions;
const who = fc.constantFrom('student' as const, 'other' as const);
const isQuiz = fc.boolean();
const attempt = fc.record({ who, isQuiz, share: fc.integer({ min: 0, max: 10 }), passed: fc.boolean() });
const decision = fc.record({
  who,
  isQuiz,
  change: fc.constantFrom<CellDecisionChange>(
    { kind: 'Points', points: 7, maximum: 10, passed: true },
    { kind: 'Points', points: 0, maximum: 10, passed: false },
    { kind: 'Excused' },
    { kind: 'Comment' },
    { kind: 'Cleared' },
  ),
});
const grading = fc.record<Grading>({
  count: fc.constantFrom('All', 'Witnessed'),
  attempts: fc.constantFrom(...ATTEMPT_POLICIES),
  missing: fc.constantFrom(...MISSING_POLICIES),
  passMark: fc.constantFrom(null, 0, 45, 100),
  weights: fc.constantFrom(null, { by: 'Scenario', values: { [quizScenario.scenarioId]: 3 } }),
});
const regrade = fc
  .record({
    ofQuestion: fc.boolean(),
    change: fc.constantFrom<RegradeRequest['change']>(
      { kind: 'Drop' },
      { kind: 'FullMarks' },
      { kind: 'Points', points: 5 },
      { kind: 'Points', points: -5 },
    ),
    neverLower: fc.boolean(),
  })
  .map(({ ofQuestion, ...rest }): RegradeRequest => ({
    sessionId: null,
    scenarioId: ofQuestion ? quizScenario.scenarioId : competeScenario.scenarioId,
    questionText: ofQuestion ? question!.questionText : null,
    reason: 'Unclear.',
    ...rest,
  }));
const history = fc.record({
  attempts: fc.array(attempt, { minLength: 3, maxLength: 6 }),
  decisions: fc.array(decision, { maxLength: 3 }),
  before: grading,
  regraded: fc.option(regrade),
});

const scenarioOf = (ofQuiz: boolean) => (ofQuiz ? quizScenario : competeScenario);
const ok = (answer: { status: number }): void => expect(answer.status).toBeLessThan(300);

/** A class in which the generated attempts, decisions, settings and regrades were made. */
class PlayedClass {
  private constructor(
    private readonly course: Group,
    private readonly session: ClassSession,
  ) {}

  static async of({ attempts, decisions, before, regraded }: ReturnType<typeof sample>): Promise<PlayedClass> {
    const { course, session } = await kit.platform.runningClass(kit.instructor, kit.organization, [
      kit.student,
      kit.other,
    ]);
    const played = new PlayedClass(course, session);
    for (const each of attempts) {
      const { maxTotalScore } = scenarioOf(each.isQuiz);
      const changes = each.isQuiz
        ? { questionsScore: Math.min(each.share, 4) * (question!.maxScore ?? 0) }
        : { totalScore: (maxTotalScore * each.share) / 10 };
      const scenario = scenarioOf(each.isQuiz);
      ok(await kit[each.who].post('/scores', sampleAttempt(session.id, scenario, { ...changes, passed: each.passed })));
    }
    await kit.platform.settled();
    const versions = new Map<string, number>();
    for (const each of decisions) {
      const { userId } = kit[each.who];
      const { scenarioId } = scenarioOf(each.isQuiz);
      const key = `${userId} ${scenarioId}`;
      const version = versions.get(key) ?? 0;
      const cells = [{ decisionId: randomUUID(), userId, scenarioId, version }];
      ok(
        await kit.instructor.post(`/sessions/${session.id}/decisions`, { cells, change: each.change, reason: 'Ill.' }),
      );
      // Clearing a cell without points or an excuse records nothing.
      await kit.platform.settled();
      const path = `/sessions/${session.id}/cells/${userId}/${scenarioId}/decisions`;
      versions.set(key, (await kit.instructor.get<{ version: number }>(path)).body.version);
    }
    ok(await kit.instructor.put(`/groups/${course.id}/grading`, before));
    if (regraded) await played.change(`regrades/${randomUUID()}`, regraded);
    return played;
  }

  async preview(path: string, body: object): Promise<GradingPreview> {
    await kit.platform.settled();
    const answer = await kit.instructor.post<GradingPreview>(`/groups/${this.course.id}/${path}/preview`, body);
    ok(answer);
    return answer.body;
  }

  async change(path: string, body: object): Promise<void> {
    ok(await kit.instructor.put(`/groups/${this.course.id}/${path}`, body));
  }

  async undo(path: string): Promise<void> {
    ok(await kit.instructor.delete(`/groups/${this.course.id}/${path}`));
  }

  /** Returns results by student and scenario, and places by student, as the pages show them. */
  async shown() {
    await kit.platform.settled();
    const { body } = await kit.instructor.get<Gradebook>(`/sessions/${this.session.id}/gradebook`);
    const cells = gradebookRows(body).flatMap(({ key, value }) => {
      if (value?.kind !== 'cell') return [];
      const { total, questions, maxTotal, maxQuestions, passed } = value;
      return [[key.replace(':', ' '), [total + questions, maxTotal + maxQuestions, passed]] as const];
    });
    const board = await kit.instructor.get<Leaderboard>(`/scores/leaderboard/${this.session.id}/all`);
    const places = board.body.topScores.map(({ userId }, index) => [userId, index + 1] as const);
    return { cells: new Map<string, unknown>(cells), places: new Map<string, number>(places) };
  }
}
const sample = () => fc.sample(history, 1)[0]!;

type Shown = Awaited<ReturnType<PlayedClass['shown']>>;

/** Returns what is shown after a change, as its preview says. */
function foreseen({ cells, places }: Shown, preview: GradingPreview): Shown {
  const after = { cells: new Map(cells), places: new Map(places) };
  for (const { userId, scenarioId, to } of preview.results) {
    const key = `${userId} ${scenarioId}`;
    if (to) after.cells.set(key, [to.points, to.maximum, to.passed]);
    else after.cells.delete(key);
  }
  for (const { userId, to } of preview.places) {
    if (to) after.places.set(userId, to);
    else after.places.delete(userId);
  }
  return after;
}

it('foresees the results and places after a change of settings, for any class', async () => {
  await fc.assert(
    fc.asyncProperty(history, grading, async (played, after) => {
      const ofClass = await PlayedClass.of(played);
      const before = await ofClass.shown();
      const preview = await ofClass.preview('grading', after);
      await ofClass.change('grading', after);
      expect(await ofClass.shown()).toEqual(foreseen(before, preview));
      expect(await ofClass.preview('grading', after)).toMatchObject({ results: [], averages: [], places: [] });
    }),
    { numRuns: RUNS },
  );
}, 120_000);

it('foresees the results and places after a regrade, and undoing it restores them, for any class', async () => {
  await fc.assert(
    fc.asyncProperty(history, regrade, async (played, next) => {
      const ofClass = await PlayedClass.of(played);
      const before = await ofClass.shown();
      const preview = await ofClass.preview('regrades', next);
      const path = `regrades/${randomUUID()}`;
      await ofClass.change(path, next);
      expect(await ofClass.shown()).toEqual(foreseen(before, preview));
      await ofClass.undo(path);
      expect(await ofClass.shown()).toEqual(before);
    }),
    { numRuns: RUNS },
  );
}, 120_000);
