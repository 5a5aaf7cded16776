import { randomUUID } from 'node:crypto';
import type { ClassRelease, OwnAnswers, OwnAttempt, OwnResults } from '../../../contracts/results.contract.js';
import { MAX_LISTED_ATTEMPTS } from '../../../contracts/results.contract.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, lessonScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import { DEFAULT_GRADING, type Grading } from '../../../contracts/grading.rule.js';
import type { CellDecisionChange } from '../../../contracts/grading.contract.js';
import type { Leaderboard } from '../../../contracts/leaderboard.contract.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

type Attempt = ReturnType<typeof sampleAttempt>;
const results = async (client: TestClient, query = '') => {
  await kit.platform.settled();
  return (await client.get<OwnResults>(`/users/me/results${query}`)).body;
};
const answers = (client: TestClient, { attemptId }: Attempt) =>
  client.get<OwnAnswers>(`/users/me/results/${attemptId}`);
const release = (released: boolean, by = kit.instructor) =>
  by.put<ClassRelease>(`/sessions/${kit.session.id}/answers`, { released });

async function submit(attempt: Attempt, client = kit.student): Promise<Attempt> {
  expect((await client.post('/scores', attempt)).status).toBe(202);
  return attempt;
}
const ownClass = async (client: TestClient) =>
  (await results(client)).classes.find(({ session }) => session?.id === kit.session.id);
const idsOf = (attempts: readonly OwnAttempt[]) => attempts.map(({ attemptId }) => attemptId);

it('lists the caller’s attempts by class and scenario, newest first, and marks the best one', async () => {
  const best = await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 900 }));
  const lower = await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 300, passed: false }));
  const quiz = await submit(sampleAttempt(kit.session.id, quizScenario));
  await submit(sampleAttempt(kit.session.id), kit.other);
  const found = await ownClass(kit.student);
  expect(found).toMatchObject({
    session: { id: kit.session.id, name: kit.session.name, courseName: kit.course.name, endDate: null },
    answersReleasedAt: null,
  });
  const scenarios = Object.fromEntries(found!.scenarios.map((each) => [each.scenarioId, each]));
  expect(Object.keys(scenarios).toSorted()).toEqual([competeScenario.scenarioId, quizScenario.scenarioId].toSorted());
  const { attempts, attemptCount } = scenarios[competeScenario.scenarioId]!;
  expect(attemptCount).toBe(2);
  expect(attempts).toMatchObject([
    { attemptId: lower.attemptId, totalScore: 300, best: false, passed: false, late: false },
    { attemptId: best.attemptId, totalScore: 900, best: true, maxTotalScore: competeScenario.maxTotalScore },
  ]);
  expect(scenarios[quizScenario.scenarioId]!.attempts).toMatchObject([
    { attemptId: quiz.attemptId, questions: quizScenario.questions.length },
  ]);
});

it('lists a running class without attempts, ended classes, and attempts outside a class', async () => {
  expect(await ownClass(kit.other)).toMatchObject({ scenarios: [] });
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  const outside = await submit(sampleAttempt(null, lessonScenario), kit.other);
  const { classes, total } = await results(kit.other, '?limit=20');
  expect(classes[0]).toMatchObject({ session: null, scenarios: [{ attempts: [{ attemptId: outside.attemptId }] }] });
  expect(classes.find(({ session }) => session?.id === kit.session.id)?.session?.endDate).toEqual(expect.any(String));
  expect(total).toBe(classes.length);
  const second = await results(kit.other, '?limit=1&offset=1');
  expect(second).toEqual({ classes: [classes[1]], total });
  expect(await results(kit.other, `?offset=${total}`)).toEqual({ classes: [], total });
});

it('keeps the attempts of a student who left the class', async () => {
  const { attemptId } = await submit(sampleAttempt(kit.session.id));
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.student.userId}`);
  expect((await ownClass(kit.student))?.scenarios[0]?.attempts).toMatchObject([{ attemptId, best: true }]);
});

it('limits the list to the newest attempts and the best one', async () => {
  const best = await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 950 }));
  for (let count = 0; count < MAX_LISTED_ATTEMPTS; count += 1) {
    await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 100 }));
  }
  const scenario = (await ownClass(kit.student))!.scenarios[0]!;
  expect(scenario.attemptCount).toBe(MAX_LISTED_ATTEMPTS + 1);
  expect(scenario.attempts).toHaveLength(MAX_LISTED_ATTEMPTS + 1);
  expect(idsOf(scenario.attempts).at(-1)).toBe(best.attemptId);
});

it('returns answers and explanations only while they are released', async () => {
  const quiz = await submit(sampleAttempt(kit.session.id, quizScenario));
  await kit.platform.settled();
  const withheld = { attemptId: quiz.attemptId, answersReleasedAt: null, questions: [] };
  expect((await answers(kit.student, quiz)).body).toEqual(withheld);

  const released = await release(true);
  expect(released).toMatchObject({ status: 200, body: { releasedAt: expect.any(String) as string } });
  await kit.platform.settled();
  const { questions, answersReleasedAt } = (await answers(kit.student, quiz)).body;
  expect(answersReleasedAt).toBe(released.body.releasedAt);
  expect(questions.map(({ answers: given, ...question }) => ({ ...question, answerScorecards: given }))).toEqual(
    quiz.questionScorecards.map((card, index) => ({
      ...card,
      explanation: quizScenario.questions[index]!.explanation,
    })),
  );
  expect((await ownClass(kit.student))?.answersReleasedAt).toBe(answersReleasedAt);
  expect((await kit.instructor.get(`/sessions/${kit.session.id}/answers`)).body).toEqual(released.body);

  expect((await release(false)).body).toEqual({ releasedAt: null });
  await kit.platform.settled();
  expect((await answers(kit.student, quiz)).body).toEqual(withheld);
});

it('returns only the caller’s own answers, and lets only staff of the course release them', async () => {
  const quiz = await submit(sampleAttempt(kit.session.id, quizScenario));
  const outside = await submit(sampleAttempt(null, quizScenario));
  const stranger = await kit.platform.person('Instructor', await kit.platform.organization());
  expect((await release(true, stranger)).status).toBe(404);
  expect((await release(true, kit.student)).status).toBe(403);
  expect((await release(true)).status).toBe(200);
  await kit.platform.settled();
  expect((await answers(kit.other, quiz)).status).toBe(404);
  expect((await answers(kit.instructor, quiz)).status).toBe(404);
  expect((await answers(kit.student, outside)).body.questions).toEqual([]);
});

describe('the result', () => {
  const { scenarioId } = competeScenario;
  const decisions = () => `/sessions/${kit.session.id}/decisions`;
  const decide = async (version: number, change: CellDecisionChange): Promise<string> => {
    const cell = { decisionId: randomUUID(), userId: kit.student.userId, scenarioId, version };
    const body = { cells: [cell], change, reason: 'The simulator stopped.' };
    expect((await kit.instructor.post(decisions(), body)).status).toBe(204);
    return cell.decisionId;
  };
  const changeGrading = async (changes: Partial<Grading>) => {
    const body = { ...DEFAULT_GRADING, ...changes };
    expect((await kit.instructor.put(`/groups/${kit.course.id}/grading`, body)).status).toBe(200);
  };
  const ownScenario = async () =>
    (await ownClass(kit.student))?.scenarios.find((each) => each.scenarioId === scenarioId);

  it('is that of the gradebook after set points, with the original, and is missing while excused', async () => {
    await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 300, passed: false }));
    const played = { total: 300, maxTotal: 1_000, passed: false, original: null };
    expect(await ownScenario()).toMatchObject({ result: played });
    const points = await decide(0, { kind: 'Points', points: 9, maximum: 10, passed: true });
    const original = { points: 300, maximum: 1_000, passed: false };
    expect(await ownScenario()).toMatchObject({ result: { total: 9, maxTotal: 10, passed: true, original } });
    const excused = await decide(1, { kind: 'Excused' });
    expect(await ownScenario()).toMatchObject({ result: null });
    for (const id of [excused, points]) await kit.instructor.delete(`${decisions()}/${id}`);
    expect(await ownScenario()).toMatchObject({ result: played });
  });

  it('follows regrades, attempts that are set aside, and the settings of the course', async () => {
    const best = await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 800 }));
    await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 300 }));
    await changeGrading({ attempts: 'Average', passMark: 60 });
    expect(await ownClass(kit.student)).toMatchObject({
      grading: { count: 'All', attempts: 'Average', passMark: 60 },
      scenarios: [
        {
          result: { total: 550, passed: false },
          attempts: [
            { totalScore: 300, passed: false },
            { totalScore: 800, passed: true },
          ],
        },
      ],
    });
    await changeGrading({});
    const aside = { attemptId: best.attemptId, decision: 'SetAside', reason: 'Copied.' };
    await kit.instructor.put(`${decisions()}/${randomUUID()}`, aside);
    expect(await ownScenario()).toMatchObject({ result: { total: 300, passed: true, original: null } });
    const regrade = { sessionId: null, scenarioId, questionText: null, neverLower: true, reason: 'Too hard.' };
    const path = `/groups/${kit.course.id}/regrades/${randomUUID()}`;
    await kit.instructor.put(path, { ...regrade, change: { kind: 'Points', points: 100 } });
    const original = { points: 300, maximum: 1_000, passed: true };
    expect(await ownScenario()).toMatchObject({
      result: { total: 400, original },
      attempts: [{ totalScore: 400, original }, { totalScore: 900 }],
    });
  });

  it('changes while the board is frozen, and the board does not', async () => {
    await submit(sampleAttempt(kit.session.id, competeScenario, { totalScore: 300 }));
    await kit.platform.settled();
    expect((await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { frozen: true })).status).toBe(200);
    await kit.platform.settled();
    await decide(0, { kind: 'Points', points: 900, maximum: 1_000, passed: true });
    expect(await ownScenario()).toMatchObject({ result: { total: 900 } });
    const { body } = await kit.student.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/all`);
    expect(body.me?.score).toBe(300);
  });

  it('is missing outside a class and while nothing counts', async () => {
    const { attemptId } = await submit(sampleAttempt(null, lessonScenario));
    await submit(sampleAttempt(kit.session.id));
    await changeGrading({ count: 'Verified' });
    const { classes } = await results(kit.student, '?limit=20');
    const outside = classes.find(({ session }) => session === null)!.scenarios;
    const found = outside.find(({ attempts }) => idsOf(attempts).includes(attemptId));
    expect(found).toMatchObject({ result: null });
    expect(await ownScenario()).toMatchObject({ result: null, attempts: [{ best: false }] });
  });
});
