import { randomUUID } from 'node:crypto';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
import type { RegradeRequest } from '../../contracts/grading.contract.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { OwnDecisionsQuery } from './own-decisions.query.js';

const kit = classKit();
afterEach(closeAll);

const { scenarioId } = competeScenario;
const version = async ({ userId }: TestClient): Promise<number> => {
  await kit.platform.settled();
  return kit.platform.app.get(OwnDecisionsQuery).version(userId);
};

/** Submits one attempt for each number of points. Returns the ids. */
async function play(client: TestClient, ...points: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const totalScore of points) {
    const attempt = sampleAttempt(kit.session.id, competeScenario, { totalScore });
    expect((await client.post('/scores', attempt)).status).toBe(202);
    ids.push(attempt.attemptId);
  }
  return ids;
}

/** Returns which of both students a change notifies. */
async function notified(change: () => Promise<{ status: number }>): Promise<[student: boolean, other: boolean]> {
  const before = [await version(kit.student), await version(kit.other)];
  expect((await change()).status).toBeLessThan(300);
  return [(await version(kit.student)) !== before[0], (await version(kit.other)) !== before[1]];
}

const regradePath = (decisionId: string) => `/groups/${kit.course.id}/regrades/${decisionId}`;
const regrade = (change: RegradeRequest['change'], decisionId: string = randomUUID()) =>
  kit.instructor.put(regradePath(decisionId), {
    sessionId: null,
    scenarioId,
    questionText: null,
    change,
    neverLower: true,
    reason: 'Too hard.',
  });
const grading = (changes: Partial<Grading>) =>
  kit.instructor.put(`/groups/${kit.course.id}/grading`, { ...DEFAULT_GRADING, ...changes });
const decide = (attemptId: string, decision: 'Accepted' | 'SetAside') =>
  kit.instructor.put(`/sessions/${kit.session.id}/decisions/${randomUUID()}`, { attemptId, decision, reason: 'Seen.' });

it('notifies an open page of a student whose attempt was regraded', async () => {
  await play(kit.student, 300);
  await kit.platform.settled();
  const { socket, changes } = openLive(kit.platform.url, kit.student.token);
  expect(await watch(socket, { topic: 'own-decisions', id: kit.student.userId })).toMatchObject({ ok: true });
  expect((await regrade({ kind: 'Points', points: 100 })).status).toBe(204);
  await eventually(() => changes.find(({ topic }) => topic === 'own-decisions'));
});

it('notifies only students whose attempts a regrade changes, and those again when it is undone', async () => {
  await play(kit.student, 300);
  await play(kit.other, competeScenario.maxTotalScore);
  const [first, second] = [randomUUID(), randomUUID()];
  expect(await notified(() => regrade({ kind: 'FullMarks' }, first))).toEqual([true, false]);
  expect(await notified(() => regrade({ kind: 'FullMarks' }, second))).toEqual([false, false]);
  expect(await notified(() => kit.instructor.delete(regradePath(first)))).toEqual([false, false]);
  expect(await notified(() => kit.instructor.delete(regradePath(second)))).toEqual([true, false]);
});

it('notifies only students whose results follow from other attempts after a change of settings', async () => {
  await play(kit.student, 800, 300);
  await play(kit.other, 500);
  expect(await notified(() => grading({ attempts: 'Average' }))).toEqual([true, false]);
  expect(await notified(() => grading({ attempts: 'Average', missing: 'Zero' }))).toEqual([false, false]);
  expect(await notified(() => grading({ attempts: 'Average', passMark: 60 }))).toEqual([true, true]);
});

it('notifies of an accepted attempt only when it was set aside before, and of no own attempt', async () => {
  const [attemptId] = await play(kit.student, 500);
  expect(await notified(() => decide(attemptId!, 'Accepted'))).toEqual([false, false]);
  expect(await notified(() => decide(attemptId!, 'SetAside'))).toEqual([true, false]);
  expect(await notified(() => decide(attemptId!, 'Accepted'))).toEqual([true, false]);
  const later = sampleAttempt(kit.session.id, competeScenario, { totalScore: 900 });
  expect(await notified(() => kit.student.post('/scores', later))).toEqual([false, false]);
});
