import type { Pool } from 'pg';
import type { AuditPage } from '../../../contracts/audit.contract.js';
import { OwnDebrief } from '../../../contracts/own-debrief.contract.js';
import type { PresenceReport } from '../../../contracts/presence.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../../contracts/recording.rule.js';
import type { OwnResults } from '../../../contracts/results.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, lessonScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { PresentStudents } from '../../presence/present-students.js';
import { StoreProgress } from '../earlier-classes/store-progress.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

const get = (client: TestClient) => client.get<OwnDebrief>(`/users/me/debrief/${kit.session.id}`);
async function read(client = kit.student): Promise<OwnDebrief> {
  await kit.platform.settled();
  const { status, body } = await get(client);
  expect(status).toBe(200);
  return OwnDebrief.parse(body);
}
async function release(released: boolean, by = kit.instructor) {
  const changed = await by.put(`/sessions/${kit.session.id}/debrief`, { released });
  await kit.platform.settled();
  return changed;
}
const submit = async (client: TestClient, ...rest: [] | [Parameters<typeof sampleAttempt>[1]]) => {
  const attempt = sampleAttempt(kit.session.id, ...rest);
  expect((await client.post('/scores', attempt)).status).toBe(202);
  return attempt;
};
const report = async (client: TestClient, changes: Partial<PresenceReport>): Promise<void> => {
  const present = kit.platform.app.get(PresentStudents);
  const rest = { sessionId: kit.session.id, scenarioId: null, since: null, idle: false, needsHelp: false };
  present.report(`connection of ${client.userId}`, client.userId, { ...rest, ...changes });
  await present.write();
};
const end = () => kit.instructor.delete(`/groups/${kit.course.id}/activesession`);

it('is found only by students of the class, and only while the instructor has released it', async () => {
  const stranger = await kit.platform.person('User', kit.organization);
  expect((await get(kit.student)).status).toBe(404);
  expect((await release(true, kit.student)).status).toBe(403);
  expect((await release(true, await kit.platform.person('Instructor', kit.organization))).status).toBe(404);
  const released = await release(true);
  expect((await kit.instructor.get(`/sessions/${kit.session.id}/debrief`)).body).toEqual(released.body);
  expect((await read()).releasedAt).toBe((released.body as { releasedAt: string }).releasedAt);
  for (const client of [stranger, kit.instructor]) expect((await get(client)).status).toBe(404);
  await release(false);
  expect((await get(kit.student)).status).toBe(404);
});

it('is audited, and offered on My results', async () => {
  const ownClass = async () => {
    const { classes } = (await kit.student.get<OwnResults>('/users/me/results')).body;
    return classes.find(({ session }) => session?.id === kit.session.id);
  };
  expect(await ownClass()).toMatchObject({ debriefReleasedAt: null });
  await release(true);
  expect(await ownClass()).toMatchObject({ debriefReleasedAt: expect.any(String) as string, answersReleasedAt: null });
  const admin = await kit.platform.admin();
  const { body } = await admin.get<AuditPage>(`/audit?targetType=course&targetId=${kit.course.id}`);
  expect(body.entries.map(({ action }) => action)).toContain('DebriefReleased');
});

it('contains the own attempts with decisions and reasons, and the own presence, and nothing of others', async () => {
  const own = await submit(kit.student);
  const others = await submit(kit.other, quizScenario);
  await report(kit.student, { scenarioId: competeScenario.scenarioId });
  await report(kit.student, { idle: true, scenarioId: lessonScenario.scenarioId });
  await report(kit.other, { scenarioId: quizScenario.scenarioId });
  const decision = { attemptId: own.attemptId, decision: 'SetAside', reason: 'Flown by a colleague.' };
  await kit.instructor.put(`/sessions/${kit.session.id}/decisions/0198c0de-0000-7000-8000-00000000dec1`, decision);
  await release(true);
  const debrief = await read();
  expect(debrief.results.scenarios).toMatchObject([
    { attempts: [{ attemptId: own.attemptId, setAside: { reason: 'Flown by a colleague.' } }] },
  ]);
  const { online, idle } = PRESENCE_CODES;
  expect(debrief.states.map((state) => state.slice(1))).toEqual([
    [online, HELP_CODES.none, competeScenario.scenarioId],
    [idle, HELP_CODES.none, lessonScenario.scenarioId],
  ]);
  expect(debrief.presenceSince).toBeLessThanOrEqual(debrief.states[0]![0]);
  expect(debrief.scenarios.map(({ scenarioId }) => scenarioId).toSorted()).toEqual(
    [competeScenario.scenarioId, lessonScenario.scenarioId].toSorted(),
  );
  const text = JSON.stringify(debrief);
  for (const secret of [others.attemptId, kit.other.userId, quizScenario.scenarioId, 'answerText']) {
    expect(text).not.toContain(secret);
  }
});

it('contains the median of the class after its end, from five students on', async () => {
  const more = await Promise.all([1, 2].map(() => kit.platform.person('User', kit.organization)));
  const join = async (client: TestClient) => {
    await client.post('/groups/join', { code: kit.course.password });
    await kit.platform.settled();
  };
  for (const client of more) await join(client);
  for (const client of [kit.student, ...more]) await submit(client);
  await submit(kit.other, lessonScenario);
  await submit(kit.student, lessonScenario);
  await release(true);
  expect((await read()).median).toBeNull();
  const finish = async () => {
    await end();
    await kit.platform.settled();
    await kit.platform.app.get(StoreProgress).sweep();
  };
  await finish();
  // Four students.
  expect((await read()).median).toBeNull();
  await kit.instructor.put(`/groups/${kit.course.id}/lastactivesession`);
  await join(await kit.platform.person('User', kit.organization));
  await finish();
  expect((await read()).median).toEqual([[0, 1]]);
  const steps = JSON.stringify([
    [0, 1, 1, 1],
    [3, 1, 1, 2],
    [5, 2, 2, 3],
  ]);
  await kit.platform.app
    .get<Pool>(POOL)
    .query('update plain.class_progress set steps = $2 where session_id = $1', [kit.session.id, steps]);
  expect((await read()).median).toEqual([
    [0, 1],
    [5, 2],
  ]);
});

it('is not found by a student who was removed from the class', async () => {
  await release(true);
  expect((await get(kit.student)).status).toBe(200);
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.student.userId}`);
  await kit.platform.settled();
  expect((await get(kit.student)).status).toBe(404);
});
