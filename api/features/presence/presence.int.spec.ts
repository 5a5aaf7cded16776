import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { LiveChanges } from '../../contracts/live.contract.js';
import type { PresenceReport, PresenceRow } from '../../contracts/presence.contract.js';
import { PRESENCE_CODES } from '../../contracts/recording.rule.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { POOL } from '../../platform/database/pool.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import type { TestClient } from '../../testing/test-client.js';
import { until } from '../../testing/until.js';
import { membershipStream } from '../courses/membership.stream.js';
import { PresenceTable } from './presence-table.js';
import { PresentStudents } from './present-students.js';
import { SweepPresence } from './sweep-presence.js';
import { goOffline } from './testing/go-offline.js';

const SCENARIO = '0198c0de-0000-7000-8000-000000000042';
const LONG_AGO = '2001-01-01T00:00:00Z';

const kit = classKit();
beforeEach(() => kit.platform.settled());
afterEach(() => {
  closeAll();
  jest.restoreAllMocks();
});

const present = () => kit.platform.app.get(PresentStudents);
const pool = () => kit.platform.app.get<Pool>(POOL);
const open = (client: TestClient) => openLive(kit.platform.url, client.token).socket;
const reportOf = (report: Partial<PresenceReport> = {}): PresenceReport => ({
  sessionId: kit.session.id,
  scenarioId: null,
  since: null,
  idle: false,
  needsHelp: false,
  ...report,
});

const rows = async (): Promise<Record<string, PresenceRow>> => {
  const read = await kit.platform.app.get(PresenceTable).read(kit.session.id);
  return Object.fromEntries(read.rows.map(({ userId, presence }) => [userId, presence]));
};

/** Writes immediately instead of within five seconds, until a student's row matches. */
async function written(client: TestClient, matches: (row: PresenceRow) => boolean): Promise<PresenceRow> {
  let row: PresenceRow | undefined;
  await until(async () => {
    await present().write();
    row = (await rows())[client.userId];
    return row !== undefined && matches(row);
  });
  return row!;
}
const isOnline = (row: PresenceRow): boolean => row.state === 'online';

/** Waits until the newest state of a student that a watcher received matches. Reads now instead of within two seconds. */
async function receivesState(changes: readonly LiveChanges[], client: TestClient, state: string | null): Promise<void> {
  kit.platform.app.get(LiveHub).changed('presence', kit.session.id);
  await eventually(() => {
    const row = changes.flatMap((message) => message.rows).findLast(({ key }) => key === client.userId);
    return row && ((row.value as PresenceRow | null)?.state ?? null) === state ? true : undefined;
  });
}

it('shows all students on the roster, and sends only the changed student to staff', async () => {
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  const reply = await watch(socket, { topic: 'presence', id: kit.session.id });
  const noHelp = { needsHelpSince: null, helpId: null, helper: null };
  const absent = { state: 'offline', scenarioId: null, since: null, ...noHelp, seenAt: null };
  expect(reply).toMatchObject({ ok: true, full: true });
  expect(reply.ok && Object.fromEntries(reply.rows.map(({ key, value }) => [key, value]))).toEqual({
    [kit.student.userId]: absent,
    [kit.other.userId]: absent,
  });

  const from = open(kit.student);
  from.emit('presence', reportOf({ scenarioId: SCENARIO, since: LONG_AGO, needsHelp: true }));
  const row = await written(kit.student, isOnline);
  // A scenario cannot begin before the class.
  expect(row).toMatchObject({ scenarioId: SCENARIO, since: kit.session.startDate, seenAt: null });
  expect(row.needsHelpSince).toEqual(expect.any(String));
  await receivesState(changes, kit.student, 'online');
  expect(new Set(changes.flatMap((message) => message.rows.map(({ key }) => key)))).toEqual(
    new Set([kit.student.userId]),
  );
  expect(changes.at(-1)).toMatchObject({ topic: 'presence', id: kit.session.id, rows: [{ value: row }] });

  from.emit('presence', reportOf({ idle: true }));
  expect(await written(kit.student, ({ state }) => state === 'idle')).toMatchObject({
    since: null,
    needsHelpSince: null,
  });
  await receivesState(changes, kit.student, 'idle');

  await goOffline(kit.platform.app, from);
  expect(await written(kit.student, ({ state }) => state === 'offline')).toMatchObject({
    seenAt: expect.any(String) as string,
  });
  await receivesState(changes, kit.student, 'offline');
});

it('returns all rows when a client watches again', async () => {
  const { socket } = openLive(kit.platform.url, kit.instructor.token);
  const first = await watch(socket, { topic: 'presence', id: kit.session.id });
  const place = first.ok ? { since: first.sequence, generation: first.generation } : {};
  const again = await watch(socket, { topic: 'presence', id: kit.session.id, ...place });
  expect(again).toMatchObject({ ok: true, full: true });
  expect(again.ok && again.rows).toHaveLength(2);
});

it('lets only staff of the course watch', async () => {
  const elsewhere = await kit.platform.organization();
  const strangers = await Promise.all(
    (['OrganizationAdmin', 'Instructor'] as const).map((role) => kit.platform.person(role, elsewhere)),
  );
  for (const client of [...strangers, await kit.platform.person('Instructor', kit.organization), kit.student]) {
    const { socket } = openLive(kit.platform.url, client.token);
    expect(await watch(socket, { topic: 'presence', id: kit.session.id })).toEqual({ ok: false, code: 'not-found' });
  }
});

it('ignores reports from outside the class, after its end, and malformed ones', async () => {
  const stranger = await kit.platform.person('User', kit.organization);
  open(stranger).emit('presence', reportOf());
  open(kit.instructor).emit('presence', reportOf());
  const anonymous = openLive(kit.platform.url).socket;
  anonymous.emit('presence', reportOf());
  const wrong = open(kit.other);
  for (const body of [null, {}, { ...reportOf(), since: 'yesterday' }, { ...reportOf(), more: 1 }]) {
    wrong.emit('presence', body);
  }
  open(kit.student).emit('presence', reportOf());
  await written(kit.student, isOnline);
  const all = async () =>
    (await pool().query('select user_id from plain.presence where session_id = $1', [kit.session.id])).rows;
  expect(await all()).toEqual([{ user_id: kit.student.userId }]);

  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  await kit.platform.settled();
  const late = open(kit.other);
  late.emit('presence', reportOf());
  // A response on the same connection proves that the earlier report was processed.
  await watch(late, { topic: 'class', id: kit.session.id });
  await pool().query("update plain.presence set seen_at = now() - interval '16 seconds'");
  await present().write();
  expect(await all()).toHaveLength(1);
  expect((await rows())[kit.student.userId]).toMatchObject({ state: 'offline', seenAt: expect.any(String) as string });
});

it('removes a student who leaves the course, and stops writing the presence', async () => {
  open(kit.student).emit('presence', reportOf());
  await written(kit.student, isOnline);
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  await watch(socket, { topic: 'presence', id: kit.session.id });
  const command = { type: 'LeaveCourse', courseId: kit.course.id, userId: kit.student.userId } as const;
  const stream = membershipStream.of(kit.course.id, kit.student.userId);
  await kit.platform.app.get(Commands).handle(stream, command, systemContext(new Date()));
  await kit.platform.settled();
  await receivesState(changes, kit.student, null);
  await pool().query('delete from plain.presence');
  await present().write();
  expect((await pool().query('select from plain.presence')).rowCount).toBe(0);
});

it('keeps a student online until the last of their pages is closed', async () => {
  const [first, second] = [open(kit.student), open(kit.student)];
  first.emit('presence', reportOf());
  await written(kit.student, isOnline);
  second.emit('presence', reportOf({ idle: true }));
  await goOffline(kit.platform.app, first);
  await written(kit.student, ({ state }) => state === 'idle');
  second.emit('presence', reportOf());
  await written(kit.student, isOnline);
  await goOffline(kit.platform.app, second);
  await written(kit.student, ({ state }) => state === 'offline');
  const { rowCount } = await pool().query("update plain.presence set seen_at = now() - interval '9 minutes'");
  expect(rowCount).toBeGreaterThan(0);
  // An offline student is written only once.
  await present().write();
  expect((await rows())[kit.student.userId]?.state).toBe('offline');
});

/** Two nodes, a clock that the test sets, and the recorded presence codes of the student in their order. */
function twoNodes() {
  const clock = { now: Date.now() };
  const [old, next] = [1, 2].map(
    () => new PresentStudents(kit.platform.app.get(PresenceTable), { now: () => new Date(clock.now) }),
  ) as [PresentStudents, PresentStudents];
  const recorded = async () =>
    (
      await pool().query<{ presence: number }>(
        'select presence from plain.recorded_states join plain.recorded_classes using (class_number) where session_id = $1 order by at',
        [kit.session.id],
      )
    ).rows.map(({ presence }) => presence);
  const state = async () => (await rows())[kit.student.userId]?.state;
  return { clock, old, next, recorded, state };
}

it('prefers the newer change of two nodes until that node reports the student offline', async () => {
  const { clock, old, next, recorded, state } = twoNodes();
  old.report('socket of the old node', kit.student.userId, reportOf());
  await old.write();
  expect(await state()).toBe('online');
  clock.now += 1_000;
  next.report('socket of the next', kit.student.userId, reportOf({ idle: true }));
  await next.write();
  clock.now += 30_000;
  old.report('socket of the old node', kit.student.userId, reportOf());
  await old.write();
  expect(await state()).toBe('idle');
  old.leave('socket of the old node');
  clock.now += 11_000;
  await old.write();
  expect(await state()).toBe('idle');
  next.leave('socket of the next');
  clock.now += 11_000;
  await next.write();
  expect(await state()).toBe('offline');
  expect(await recorded()).toEqual([PRESENCE_CODES.online, PRESENCE_CODES.idle, PRESENCE_CODES.offline]);
});

it('keeps a student online who moves to another node', async () => {
  const { clock, old, next, recorded } = twoNodes();
  old.report('socket', kit.student.userId, reportOf());
  await old.write();
  old.leave('socket');
  clock.now += 2_000;
  next.report('next socket', kit.student.userId, reportOf());
  await old.write();
  await next.write();
  clock.now += 11_000;
  await old.write();
  expect(await recorded()).toEqual([PRESENCE_CODES.online]);
});

it('keeps a student online whose newest page closes while another page is at another node', async () => {
  const { clock, old, next, recorded } = twoNodes();
  old.report('first page', kit.student.userId, reportOf());
  clock.now += 1_000;
  next.report('second page', kit.student.userId, reportOf());
  for (const node of [old, next]) await node.write();
  next.leave('second page');
  for (let second = 0; second < 15; second += 5) {
    clock.now += 5_000;
    for (const node of [next, old]) await node.write();
  }
  expect(await recorded()).toEqual([PRESENCE_CODES.online]);
});

it('treats a page without reports for 90 seconds as closed', async () => {
  let now = Date.now();
  const students = new PresentStudents(kit.platform.app.get(PresenceTable), { now: () => new Date(now) });
  students.report('socket', kit.student.userId, reportOf());
  await students.write();
  expect((await rows())[kit.student.userId]?.state).toBe('online');
  now += 91_000;
  await students.write();
  expect((await rows())[kit.student.userId]?.state).toBe('offline');
});

it('accepts reports of students whose pages poll', async () => {
  const report = reportOf({ needsHelp: true });
  await kit.student.post('/live/poll', { watches: [], presence: report, waitMs: 0 });
  expect((await written(kit.student, isOnline)).needsHelpSince).toEqual(expect.any(String));
});

it('shows students as offline after a crash of the node or the database, until they report again', async () => {
  const from = open(kit.student);
  from.emit('presence', reportOf({ needsHelp: true }));
  await written(kit.student, isOnline);
  await pool().query("update plain.presence set seen_at = now() - interval '16 seconds'");
  expect((await rows())[kit.student.userId]?.state).toBe('offline');
  await present().write();
  expect((await rows())[kit.student.userId]?.state).toBe('online');
  await pool().query('delete from plain.presence');
  expect((await rows())[kit.student.userId]).toMatchObject({ state: 'offline', needsHelpSince: null });
  await present().write();
  expect((await rows())[kit.student.userId]).toMatchObject({
    state: 'online',
    needsHelpSince: expect.any(String) as string,
  });
});

it('deletes presence older than a day', async () => {
  open(kit.student).emit('presence', reportOf());
  await written(kit.student, isOnline);
  await pool().query(
    `insert into plain.presence (session_id, user_id, state, reported_at, seen_at)
     select gen_random_uuid(), gen_random_uuid(), 'online', now(), now() - interval '25 hours'
     from generate_series(1, 1200)`,
  );
  await kit.platform.app.get(SweepPresence).sweep();
  const { rows: left } = await pool().query(
    "select user_id from plain.presence where seen_at < now() - interval '1 day'",
  );
  expect(left).toEqual([]);
  expect(isOnline((await rows())[kit.student.userId]!)).toBe(true);
});
