import { jest } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import type { LiveChanges } from '../../contracts/live.contract.js';
import type { HelpRow, PresenceReport, PresenceRow } from '../../contracts/presence.contract.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import type { TestClient } from '../../testing/test-client.js';
import { until } from '../../testing/until.js';
import { HelpRequests } from './help-requests.js';
import { PresenceTable } from './presence-table.js';
import { PresentStudents } from './present-students.js';
import { goOffline } from './testing/go-offline.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());
afterEach(() => {
  closeAll();
  jest.restoreAllMocks();
});

const open = (client: TestClient) => openLive(kit.platform.url, client.token);
const reportOf = (helpId?: string): PresenceReport => ({
  sessionId: kit.session.id,
  scenarioId: null,
  since: null,
  idle: false,
  needsHelp: helpId !== undefined,
  ...(helpId !== undefined && { helpId }),
});
const answer = (by: TestClient, status: string, helpId: string) =>
  by.put(`/sessions/${kit.session.id}/help/${kit.student.userId}`, { helpId, status });

const requests = () => kit.platform.app.get(HelpRequests);
const openRequests = async () => (await requests().read(kit.session.id, null)).rows;
const ownRequest = async (client = kit.student): Promise<HelpRow | undefined> =>
  (await requests().read(kit.session.id, client.userId)).rows[0]?.request;

/** Requests help, and returns the id of the request once it is stored. */
async function requestHelp(client: TestClient, helpId: string = uuidv7()): Promise<string> {
  open(client).socket.emit('presence', reportOf(helpId));
  await until(async () => (await ownRequest(client))?.helpId === helpId);
  return helpId;
}

/** Waits for a row of the student that matches. Reads now instead of within two seconds. */
async function received(changes: readonly LiveChanges[], matches: (row: HelpRow | null) => boolean): Promise<void> {
  kit.platform.app.get(LiveHub).changed('help', kit.session.id);
  await eventually(() => {
    const row = changes.flatMap(({ rows }) => rows).findLast(({ key }) => key === kit.student.userId);
    return row && matches(row.value as HelpRow | null) ? true : undefined;
  });
}

it('shows a request to staff and student, names the helper, and ends it', async () => {
  const staff = open(kit.instructor);
  const student = open(kit.student);
  expect(await watch(staff.socket, { topic: 'help', id: kit.session.id })).toMatchObject({ ok: true, rows: [] });
  expect(await watch(student.socket, { topic: 'help', id: kit.session.id })).toMatchObject({ ok: true, rows: [] });

  const helpId = await requestHelp(kit.student);
  await received(staff.changes, (row) => row?.helpId === helpId && row.helper === null);
  await received(student.changes, (row) => row?.helpId === helpId);

  expect((await answer(kit.instructor, 'on-my-way', helpId)).status).toBe(204);
  const isTaken = (row: HelpRow | null) => row?.helper?.userId === kit.instructor.userId && row.helper.name !== '';
  await received(staff.changes, isTaken);
  await received(student.changes, isTaken);
  const presence = (await kit.platform.app.get(PresenceTable).read(kit.session.id)).rows;
  const row = presence.find(({ userId }) => userId === kit.student.userId)?.presence as PresenceRow;
  expect(row).toMatchObject({
    needsHelpSince: expect.any(String) as string,
    helpId,
    helper: { userId: kit.instructor.userId },
  });

  expect((await answer(kit.instructor, 'resolved', helpId)).status).toBe(204);
  await received(staff.changes, (last) => last === null);
  await received(student.changes, (last) => typeof last?.resolvedAt === 'string');
  expect((await answer(kit.instructor, 'resolved', helpId)).status).toBe(204);
});

it('shows a student no request of another student', async () => {
  await requestHelp(kit.student);
  const { socket } = open(kit.other);
  expect(await watch(socket, { topic: 'help', id: kit.session.id })).toMatchObject({ ok: true, rows: [] });
});

it('lets only the class and its staff watch, and only its staff respond', async () => {
  const helpId = await requestHelp(kit.student);
  const elsewhere = await kit.platform.organization();
  const stranger = await kit.platform.person('Instructor', elsewhere);
  for (const client of [stranger, await kit.platform.person('User', kit.organization)]) {
    expect(await watch(open(client).socket, { topic: 'help', id: kit.session.id })).toEqual({
      ok: false,
      code: 'not-found',
    });
  }
  expect((await answer(stranger, 'resolved', helpId)).status).toBe(404);
  expect((await answer(kit.student, 'resolved', helpId)).status).toBe(403);
  expect(await openRequests()).toHaveLength(1);
});

it('lets the first member of staff take a request, and only an open one', async () => {
  const helpId = uuidv7();
  expect((await answer(kit.instructor, 'on-my-way', helpId)).body).toMatchObject({ code: 'HELP_NOT_REQUESTED' });
  await requestHelp(kit.student, helpId);
  const admin = await kit.platform.person('OrganizationAdmin', kit.organization);
  await kit.platform.settled();
  expect((await answer(kit.instructor, 'on-my-way', helpId)).status).toBe(204);
  const refused = await answer(admin, 'on-my-way', helpId);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'HELP_TAKEN',
    title: expect.stringMatching(/ is already on the way\.$/) as string,
  });
  expect((await answer(admin, 'resolved', helpId)).status).toBe(204);
  expect((await answer(kit.instructor, 'on-my-way', helpId)).body).toMatchObject({ code: 'HELP_NOT_REQUESTED' });
});

it('applies a response only to the request that it names', async () => {
  const earlier = await requestHelp(kit.student);
  const helpId = await requestHelp(kit.student);
  expect((await answer(kit.instructor, 'on-my-way', earlier)).body).toMatchObject({ code: 'HELP_NOT_REQUESTED' });
  expect((await answer(kit.instructor, 'resolved', earlier)).status).toBe(204);
  expect(await openRequests()).toMatchObject([{ request: { helpId, helper: null, resolvedAt: null } }]);
});

it('keeps the helper when another node reports the request again, and opens a new request for a new id', async () => {
  const helpId = await requestHelp(kit.student);
  await answer(kit.instructor, 'on-my-way', helpId);
  const since = (await ownRequest())?.since;
  const otherNode = new PresentStudents(kit.platform.app.get(PresenceTable), {
    now: () => new Date(Date.now() + 1_000),
  });
  otherNode.report('socket', kit.student.userId, reportOf(helpId));
  await otherNode.write();
  expect(await ownRequest()).toMatchObject({ since, helper: { userId: kit.instructor.userId } });
  await answer(kit.instructor, 'resolved', helpId);
  await otherNode.write();
  expect(await openRequests()).toEqual([]);
  expect(await ownRequest()).toMatchObject({ helpId, resolvedAt: expect.any(String) as string });

  const again = uuidv7();
  otherNode.report('socket', kit.student.userId, reportOf(again));
  await otherNode.write();
  expect(await openRequests()).toMatchObject([{ request: { helpId: again, helper: null, resolvedAt: null } }]);
});

it('keeps a taken request while the pages of the student repeat their reports', async () => {
  const [asking, other] = [open(kit.student).socket, open(kit.student).socket];
  /** A response on the same connection proves that the report was processed. */
  const report = async (socket: Socket, helpId?: string) => {
    socket.emit('presence', reportOf(helpId));
    await watch(socket, { topic: 'class', id: kit.session.id });
    await kit.platform.app.get(PresentStudents).write();
  };
  const helpId = uuidv7();
  await report(other);
  await report(asking, helpId);
  expect((await answer(kit.instructor, 'on-my-way', helpId)).status).toBe(204);
  const [taken] = await openRequests();
  for (let round = 0; round < 2; round += 1) {
    await report(other);
    expect(await openRequests()).toEqual([taken]);
    await report(asking, helpId);
    expect(await openRequests()).toEqual([taken]);
  }
  expect(taken).toMatchObject({ request: { helpId, helper: { userId: kit.instructor.userId } } });
});

it('accepts a request without an id from a page of an older version', async () => {
  open(kit.student).socket.emit('presence', { ...reportOf(), needsHelp: true });
  await until(async () => (await openRequests()).length === 1);
  expect(await ownRequest()).toMatchObject({ helpId: kit.student.userId });
});

it('no longer lists a student who has cancelled the request or is offline', async () => {
  const { socket } = open(kit.student);
  socket.emit('presence', reportOf(uuidv7()));
  await until(async () => (await openRequests()).length === 1);
  socket.emit('presence', reportOf());
  await until(async () => (await ownRequest()) === undefined);
  socket.emit('presence', reportOf(uuidv7()));
  await until(async () => (await openRequests()).length === 1);
  await goOffline(kit.platform.app, socket);
  await until(async () => {
    await kit.platform.app.get(PresentStudents).write();
    return (await openRequests()).length === 0;
  });
  expect(await ownRequest()).toMatchObject({ resolvedAt: null });
});
