import { randomUUID } from 'node:crypto';
import type {
  CellDecisionChange,
  CellHistory,
  DecideCellsRequest,
  DecidedCells,
} from '../../../contracts/grading.contract.js';
import type { OwnResults } from '../../../contracts/results.contract.js';
import type { Leaderboard } from '../../../contracts/leaderboard.contract.js';
import type { Problem } from '../../../contracts/problem.contract.js';
import { closeAll, eventually, openLive, watch } from '../../../platform/live/testing/live-client.js';
import { classKit } from '../../../testing/class-kit.js';
import type { TestClient } from '../../../testing/test-client.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';

const kit = classKit();
afterEach(closeAll);

const { scenarioId } = competeScenario;
const REASON = 'The simulator stopped.';
const POINTS: CellDecisionChange = { kind: 'Points', points: 7, maximum: 10, passed: true };

const cellOf = (userId: string, version = 0) => ({ decisionId: randomUUID(), userId, scenarioId, version });
const decisions = () => `/sessions/${kit.session.id}/decisions`;
const decide = (change: CellDecisionChange, cells: DecideCellsRequest['cells'], reason = REASON) =>
  kit.instructor.post<Problem>(decisions(), { cells, change, reason });
const history = async (userId: string): Promise<CellHistory> => {
  await kit.platform.settled();
  const path = `/sessions/${kit.session.id}/cells/${userId}/${scenarioId}/decisions`;
  return (await kit.instructor.get<CellHistory>(path)).body;
};
const decided = async (): Promise<DecidedCells['cells']> => {
  await kit.platform.settled();
  return (await kit.instructor.get<DecidedCells>(decisions())).body.cells;
};

it('decides about several cells at once, and lists each with its version and its newest decision', async () => {
  const cells = [kit.student, kit.other].map(({ userId }) => cellOf(userId));
  expect((await decide(POINTS, cells)).status).toBe(204);
  expect((await decide(POINTS, cells)).status).toBe(204);
  const found = await decided();
  expect(found).toHaveLength(2);
  for (const { decisionId, userId } of cells) {
    const newest = { decisionId, kind: 'Points', points: 7, maximum: 10, reason: REASON, undoneAt: null };
    expect(found.find((cell) => cell.userId === userId)).toMatchObject({ version: 1, newest });
  }
});

it('keeps the history of a cell with undone decisions, decisions about attempts and regrades', async () => {
  const { userId } = kit.student;
  const attempt = sampleAttempt(kit.session.id, competeScenario);
  await kit.student.post('/scores', attempt);
  await kit.platform.settled();
  const excused = cellOf(userId);
  await decide({ kind: 'Excused' }, [excused]);
  const aside = { attemptId: attempt.attemptId, decision: 'SetAside', reason: 'Copied.' };
  expect((await kit.instructor.put(`${decisions()}/${randomUUID()}`, { ...aside, version: 0 })).status).toBe(409);
  expect((await kit.instructor.put(`${decisions()}/${randomUUID()}`, { ...aside, version: 1 })).status).toBe(204);
  const regrade = { sessionId: null, scenarioId, questionText: null, change: { kind: 'FullMarks' }, neverLower: true };
  await kit.instructor.put(`/groups/${kit.course.id}/regrades/${randomUUID()}`, { ...regrade, reason: 'Too hard.' });
  expect((await kit.instructor.delete(`${decisions()}/${excused.decisionId}`)).status).toBe(204);
  expect((await kit.instructor.delete(`${decisions()}/${excused.decisionId}`)).status).toBe(204);
  const found = await history(userId);
  expect(found.version).toBe(3);
  expect(found.decisions).toMatchObject([
    { kind: 'Regraded', reason: 'Too hard.', undoneAt: null },
    { kind: 'SetAside', attemptId: attempt.attemptId, reason: 'Copied.', undoneAt: null },
    { kind: 'Excused', reason: REASON, undoneAt: expect.any(String) as unknown },
  ]);
  expect(found.decisions[1]!.by).toBeTruthy();
});

it('records nothing when another decision was made since one of the cells was read, and shows that decision', async () => {
  const [first, second] = [kit.student, kit.other].map(({ userId }) => userId) as [string, string];
  await decide({ kind: 'Comment' }, [cellOf(first)], 'Well flown.');
  const refused = await decide(POINTS, [cellOf(second), cellOf(first)]);
  expect(refused).toMatchObject({ status: 409, body: { code: 'DECIDED_MEANWHILE' } });
  expect((await kit.instructor.get<DecidedCells>(decisions())).body.cells).toMatchObject([
    { userId: first, newest: { kind: 'Comment', reason: 'Well flown.' } },
  ]);
  expect((await decide(POINTS, [cellOf(second), cellOf(first, 1)])).status).toBe(204);
});

it('refuses a corrected decision with the ids of a recorded one, and records it with new ids', async () => {
  const cells = [kit.student, kit.other].map(({ userId }) => cellOf(userId));
  expect((await decide(POINTS, cells)).status).toBe(204);
  await kit.platform.settled();
  const corrected = { ...POINTS, points: 9 };
  const reused = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  expect(await decide(corrected, cells)).toMatchObject(reused);
  expect(await decide(POINTS, [cellOf(kit.student.userId, 1), cells[1]!], 'Ill.')).toMatchObject(reused);
  expect((await decided()).map(({ newest }) => newest)).toMatchObject(
    [POINTS, POINTS].map(() => ({ points: 7, reason: REASON })),
  );
  expect(
    (
      await decide(
        corrected,
        [kit.student, kit.other].map(({ userId }) => cellOf(userId, 1)),
      )
    ).status,
  ).toBe(204);
  expect((await decided()).map(({ newest }) => newest?.points)).toEqual([9, 9]);
});

it('refuses another reason for a decision about an attempt with the id of the recorded one', async () => {
  const { attemptId, ...attempt } = sampleAttempt(kit.session.id, competeScenario);
  await kit.student.post('/scores', { attemptId, ...attempt });
  await kit.platform.settled();
  const path = `${decisions()}/${randomUUID()}`;
  const setAside = (reason: string) => kit.instructor.put(path, { attemptId, decision: 'SetAside', reason });
  expect((await setAside('Copied.')).status).toBe(204);
  expect((await setAside('Copied.')).status).toBe(204);
  await kit.platform.settled();
  expect((await setAside('Copied.')).status).toBe(204);
  expect((await setAside('Played by a neighbour.')).problem).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

it('shows the student the decisions in force with their reasons, and none of other students', async () => {
  const { userId } = kit.student;
  const own = async (client: TestClient) => {
    await kit.platform.settled();
    const { body } = await client.get<OwnResults>('/users/me/results');
    const ofClass = body.classes.find(({ session }) => session?.id === kit.session.id);
    return ofClass?.scenarios.find((scenario) => scenario.scenarioId === scenarioId);
  };
  await decide({ kind: 'Excused' }, [cellOf(userId)]);
  const points = cellOf(userId, 1);
  await decide(POINTS, [points]);
  await decide({ kind: 'Comment' }, [cellOf(userId, 2)], 'Well flown.');
  expect(await own(kit.student)).toMatchObject({
    attemptCount: 0,
    decisions: [
      { kind: 'Comment', reason: 'Well flown.' },
      { kind: 'Points', points: 7, maximum: 10, reason: REASON },
    ],
  });
  expect(await own(kit.other)).toBeUndefined();
  await kit.instructor.delete(`${decisions()}/${points.decisionId}`);
  expect((await own(kit.student))?.decisions).toMatchObject([{ kind: 'Comment' }, { kind: 'Excused' }]);
});

it('ranks set points without an attempt on the boards of the organization', async () => {
  await decide({ kind: 'Points', points: 700, maximum: 1_000, passed: true }, [cellOf(kit.student.userId)]);
  const ranked = async (organization: string) => {
    await kit.platform.settled();
    const admin = await kit.platform.admin();
    const { body } = await admin.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/${organization}`);
    return body.topScores.map(({ userId, score }) => [userId, score]);
  };
  expect(await ranked(kit.organization)).toEqual([[kit.student.userId, 700]]);
  expect(await ranked(await kit.platform.organization())).toEqual([]);
});

it('notifies an open page of the student of a decision, and lets no one else watch', async () => {
  const { socket, changes } = openLive(kit.platform.url, kit.student.token);
  const topic = { topic: 'own-decisions', id: kit.student.userId } as const;
  expect(await watch(socket, topic)).toMatchObject({ ok: true });
  const { socket: foreign } = openLive(kit.platform.url, kit.instructor.token);
  expect(await watch(foreign, topic)).toMatchObject({ ok: false });
  await decide(POINTS, [cellOf(kit.student.userId)]);
  await eventually(() => changes.find((change) => change.topic === 'own-decisions'));
});

it('keeps the decisions of courses apart that use the same ids', async () => {
  const regrade = { scenarioId, questionText: null, change: { kind: 'Drop' }, neverLower: false, reason: 'Too hard.' };
  const repeated = { cell: cellOf(kit.student.userId), regradeId: randomUUID() };
  const first = { course: kit.course, session: kit.session };
  const decideBoth = async (): Promise<void> => {
    expect((await decide({ kind: 'Excused' }, [repeated.cell])).status).toBe(204);
    const path = `/groups/${kit.course.id}/regrades/${repeated.regradeId}`;
    expect((await kit.instructor.put(path, { ...regrade, sessionId: null })).status).toBe(204);
  };
  await decideBoth();
  const before = await history(kit.student.userId);
  Object.assign(kit, await kit.platform.runningClass(kit.instructor, kit.organization, [kit.student]));
  await decideBoth();
  expect((await history(kit.student.userId)).decisions).toHaveLength(2);
  expect((await kit.instructor.delete(`${decisions()}/${repeated.cell.decisionId}`)).status).toBe(204);
  expect((await kit.instructor.delete(`/groups/${kit.course.id}/regrades/${repeated.regradeId}`)).status).toBe(204);
  Object.assign(kit, first);
  expect(await history(kit.student.userId)).toEqual(before);
  expect((await decide({ kind: 'Comment' }, [cellOf(kit.student.userId, before.version)])).status).toBe(204);
});

it.each([
  ['one id for two cells', { decisionId: randomUUID() }, {}],
  ['one cell twice', { userId: randomUUID() }, { decisionId: randomUUID() }],
])('refuses %s', async (_what, same, different) => {
  const cell = { ...cellOf(kit.student.userId), ...same };
  const other = { ...cell, ...('userId' in same ? different : { userId: kit.other.userId }) };
  expect((await decide({ kind: 'Excused' }, [cell, other])).status).toBe(400);
});

it.each([
  ['a student who is not in the class', () => [cellOf(randomUUID())], 'not in this class'],
  ['an unknown scenario', () => [{ ...cellOf(kit.student.userId), scenarioId: randomUUID() }], 'not in the catalogue'],
])('refuses %s', async (_, cells, message) => {
  const { status, body } = await decide({ kind: 'Excused' }, cells());
  expect(status).toBe(400);
  expect(body.errors?.['Cells']).toEqual([expect.stringContaining(message)]);
});

it('refuses students, more points than the maximum, and a missing reason', async () => {
  const cells = [cellOf(kit.student.userId)];
  const body = { cells, change: POINTS, reason: REASON };
  expect((await kit.student.post(decisions(), body)).status).toBe(403);
  expect((await kit.student.get(decisions())).status).toBe(403);
  expect((await decide({ ...POINTS, points: 11 }, cells)).status).toBe(400);
  expect((await decide(POINTS, cells, ' ')).status).toBe(400);
  expect(await decided()).toEqual([]);
});
