import { randomUUID } from 'node:crypto';
import { CELL_MARKS } from '../../../contracts/grading.rule.js';
import type { ReviewList } from '../../../contracts/grades.contract.js';
import type { OwnResults } from '../../../contracts/results.contract.js';
import type { Scorecard } from '../../../contracts/score.contract.js';
import { closeAll, eventually, openLive, watch } from '../../../platform/live/testing/live-client.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';

const kit = classKit();
afterEach(closeAll);

const REASON = 'Played by a neighbour.';

/** Submits a better result that is too fast, and a plausible one that is worse. */
async function twoAttempts(): Promise<{ better: string; worse: string }> {
  const better = sampleAttempt(kit.session.id, competeScenario, { totalScore: competeScenario.maxTotalScore });
  const completedAt = new Date().toISOString();
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const worse = sampleAttempt(kit.session.id, competeScenario, { totalScore: 1, startedAt, completedAt });
  for (const attempt of [better, worse]) expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  await kit.platform.settled();
  return { better: better.attemptId, worse: worse.attemptId };
}

const decisions = (id: string = randomUUID()) => `/sessions/${kit.session.id}/decisions/${id}`;
const review = async (): Promise<ReviewList> =>
  (await kit.instructor.get<ReviewList>(`/sessions/${kit.session.id}/review`)).body;
const shownAttempt = async (): Promise<string | undefined> => {
  const { body } = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}`);
  return body.find(({ userId }) => userId === kit.student.userId)?.attemptId;
};
const ownAttempts = async () => {
  const { body } = await kit.student.get<OwnResults>('/users/me/results');
  const ofClass = body.classes.find(({ session }) => session?.id === kit.session.id);
  return ofClass!.scenarios.flatMap(({ attempts }) => attempts);
};

it('counts the next best attempt after one is set aside, and the first again after an undo', async () => {
  const { better, worse } = await twoAttempts();
  expect(await shownAttempt()).toBe(better);
  const path = decisions();
  const body = { attemptId: better, decision: 'SetAside', reason: REASON };
  expect((await kit.instructor.put(path, body)).status).toBe(204);
  await kit.platform.settled();
  expect(await shownAttempt()).toBe(worse);
  const decided = (await review()).attempts.find(({ attemptId }) => attemptId === better);
  expect(decided?.decision).toMatchObject({ decision: 'SetAside', reason: REASON });
  expect((await kit.instructor.put(path, body)).status).toBe(204);

  expect((await kit.instructor.delete(path)).status).toBe(204);
  await kit.platform.settled();
  expect(await shownAttempt()).toBe(better);
  expect((await review()).attempts.find(({ attemptId }) => attemptId === better)?.decision).toBeNull();
});

it('shows the student that a result was set aside and why, but no flags', async () => {
  const { better } = await twoAttempts();
  await kit.instructor.put(decisions(), { attemptId: better, decision: 'SetAside', reason: REASON });
  await kit.platform.settled();
  const own = await ownAttempts();
  expect(own.find(({ attemptId }) => attemptId === better)).toMatchObject({
    level: 'Reported',
    setAside: { reason: REASON },
    best: false,
  });
  expect(own.filter(({ best }) => best)).toHaveLength(1);
  expect(JSON.stringify(own)).not.toContain('TooFast');
});

it('empties the cell of open gradebooks when its only result is set aside, and pushes the list', async () => {
  const attempt = sampleAttempt(kit.session.id, competeScenario);
  await kit.student.post('/scores', attempt);
  await kit.platform.settled();
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  const id = kit.session.id;
  const key = `${kit.student.userId}:${competeScenario.scenarioId}`;
  const first = await watch(socket, { topic: 'gradebook', id });
  expect(first).toMatchObject({
    ok: true,
    rows: expect.arrayContaining([expect.objectContaining({ key })]) as unknown,
  });
  await watch(socket, { topic: 'review', id });
  await kit.instructor.put(decisions(), { attemptId: attempt.attemptId, decision: 'SetAside', reason: REASON });
  const pushed = (topic: string) => changes.filter((each) => each.topic === topic).flatMap(({ rows }) => rows);
  const cell = await eventually(() => pushed('gradebook').find((row) => row.key === key));
  expect(cell.value).toEqual({ kind: 'empty', marks: CELL_MARKS.setAside });
  const list = await eventually(() => pushed('review').at(-1)?.value as ReviewList | undefined);
  expect(list).toMatchObject({ open: 0, attempts: [{ decision: { reason: REASON } }] });
});

it('refuses students, other attempts and a missing reason', async () => {
  const { better } = await twoAttempts();
  const aside = { attemptId: better, decision: 'SetAside', reason: REASON };
  expect((await kit.student.put(decisions(), aside)).status).toBe(403);
  expect((await kit.student.get(`/sessions/${kit.session.id}/review`)).status).toBe(403);
  expect((await kit.instructor.put(decisions(), { ...aside, attemptId: randomUUID() })).status).toBe(404);
  expect((await kit.instructor.put(decisions(), { ...aside, reason: ' ' })).status).toBe(400);
  expect((await kit.instructor.delete(decisions())).status).toBe(404);
});
