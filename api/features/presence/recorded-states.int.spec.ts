import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { VisibleClass } from '../../contracts/group.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../contracts/recording.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { classKit } from '../../testing/class-kit.js';
import { until } from '../../testing/until.js';
import { HelpRequests } from './help-requests.js';
import { type Presence, PresenceTable } from './presence-table.js';
import { SweepPresence } from './sweep-presence.js';

const SCENARIO = '0198c0de-0000-7000-8000-000000000042';
const { offline, online, idle } = PRESENCE_CODES;
const { none, asked, answered, resolved } = HELP_CODES;

const IS_WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const kit = classKit();
beforeEach(() => kit.platform.settled());

const pool = () => kit.platform.app.get<Pool>(POOL);
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool().query<Row>(text, values)).rows;
const write = (...presences: Presence[]) => kit.platform.app.get(PresenceTable).write(presences);

const presenceOf = (changes: Partial<Presence> = {}): Presence => ({
  sessionId: kit.session.id,
  userId: kit.student.userId,
  state: 'online',
  scenarioId: null,
  since: null,
  needsHelpSince: null,
  helpId: null,
  reportedAt: new Date().toISOString(),
  ...changes,
});

interface RecordedState {
  presence: number;
  help: number;
  scenario_id: string | null;
  helper_id: string | null;
}

/** Returns the recorded changes of the class, oldest first. */
const recorded = () =>
  query<RecordedState>(
    `select presence, help, scenario_id, helper_id from plain.recorded_states
     join plain.recorded_classes using (class_number) where session_id = $1 order by at`,
    [kit.session.id],
  );
const stateOf = (presence: number, rest: Partial<RecordedState> = {}): RecordedState => ({
  presence,
  help: none,
  scenario_id: null,
  helper_id: null,
  ...rest,
});

it('records each change of a student once, and nothing while nothing changes', async () => {
  const helpId = randomUUID();
  const needsHelpSince = new Date().toISOString();
  const helps = kit.platform.app.get(HelpRequests);
  const [staff, student] = [kit.instructor.userId, kit.student.userId];
  const asking = { scenarioId: SCENARIO, helpId, needsHelpSince };
  const steps: (() => Promise<unknown>)[] = [
    () => write(presenceOf()),
    () => write(presenceOf({ scenarioId: SCENARIO, since: new Date().toISOString() })),
    () => write(presenceOf(asking)),
    () => helps.answer(kit.session.id, student, helpId, staff),
    () => helps.resolve(kit.session.id, student, helpId),
    () => write(presenceOf({ state: 'idle' })),
    () => write(presenceOf({ state: 'offline' })),
  ];
  // A report without the resolved request is not a change.
  for (const step of steps) for (let times = 0; times < 2; times += 1) await step();
  await write(presenceOf({ state: 'offline', scenarioId: SCENARIO }));
  const playing = { scenario_id: SCENARIO };
  expect(await recorded()).toEqual([
    stateOf(online),
    stateOf(online, playing),
    stateOf(online, { ...playing, help: asked }),
    stateOf(online, { ...playing, help: answered, helper_id: staff }),
    stateOf(online, { ...playing, help: resolved, helper_id: staff }),
    stateOf(idle),
    stateOf(offline),
  ]);
});

it('records a help request that the student withdraws', async () => {
  await write(presenceOf({ helpId: randomUUID(), needsHelpSince: new Date().toISOString() }));
  await write(presenceOf());
  expect(await recorded()).toEqual([stateOf(online, { help: asked }), stateOf(online)]);
});

it('records a change once when several nodes report it at the same time, and the first change of a class too', async () => {
  const others = presenceOf({ userId: kit.other.userId });
  await Promise.all(
    Array.from({ length: 8 }, (_, node) => write(...(node % 2 ? [presenceOf()] : [presenceOf(), others]))),
  );
  for (const scenarioId of [SCENARIO, null, SCENARIO]) {
    const changed = presenceOf({ scenarioId });
    await Promise.all(Array.from({ length: 8 }, () => write(changed)));
  }
  expect(await recorded()).toHaveLength(5);
  expect(await query('select from plain.recorded_classes where session_id = $1', [kit.session.id])).toHaveLength(1);
});

it('records changes in the order in which they take effect, also when an earlier write had to wait for another student', async () => {
  const [first, second] = [kit.student.userId, kit.other.userId].toSorted() as [string, string];
  const helpId = randomUUID();
  const asking = { helpId, needsHelpSince: new Date().toISOString() };
  await write(presenceOf({ userId: first }), presenceOf({ userId: second, ...asking }));
  const holder = await pool().connect();
  try {
    await holder.query('begin');
    await holder.query('select from plain.presence where user_id = $1 for update', [first]);
    const waiting = write(
      presenceOf({ userId: first }),
      presenceOf({ userId: second, scenarioId: SCENARIO, ...asking }),
    );
    await until(async () => (await query(IS_WAITING)).length > 0);
    await kit.platform.app.get(HelpRequests).answer(kit.session.id, second, helpId, kit.instructor.userId);
    await holder.query('commit');
    await waiting;
  } finally {
    holder.release();
  }
  const help = { help: answered, helper_id: kit.instructor.userId };
  expect((await recorded()).filter(({ help: code }) => code !== none)).toEqual([
    stateOf(online, { help: asked }),
    stateOf(online, help),
    stateOf(online, { ...help, scenario_id: SCENARIO }),
  ]);
});

it('records that a student was offline while no node reported the student', async () => {
  await write(presenceOf());
  await query(`update plain.presence set seen_at = now() - interval '1 minute' where session_id = $1`, [
    kit.session.id,
  ]);
  await write(presenceOf());
  // The gap begins before the first row, because only the silence was set back.
  expect(await recorded()).toEqual([stateOf(offline), stateOf(online), stateOf(online)]);
});

it('records that a student left whom no node has reported for a day', async () => {
  await write(presenceOf());
  await query(`update plain.presence set seen_at = now() - interval '25 hours' where session_id = $1`, [
    kit.session.id,
  ]);
  await kit.platform.app.get(SweepPresence).sweep();
  expect((await recorded()).map(({ presence }) => presence).toSorted()).toEqual([offline, online]);
});

it('records nothing for people outside the roster', async () => {
  await write(presenceOf({ userId: kit.instructor.userId }));
  expect(await recorded()).toEqual([]);
});

it('records nothing while the organization does not record classes', async () => {
  const admin = await kit.platform.admin();
  const setRecording = async (recordsClasses: boolean) => {
    expect((await admin.put(`/organizations/${kit.organization}/recording`, { recordsClasses })).status).toBe(204);
    await kit.platform.settled();
  };
  const recordedDays = async () =>
    (await kit.student.get<VisibleClass>(`/sessions/${kit.session.id}`)).body.recordedDays;
  expect(await recordedDays()).toBe(365);
  await setRecording(false);
  expect(await recordedDays()).toBeNull();
  await write(presenceOf());
  expect(await recorded()).toEqual([]);
  await setRecording(true);
  await write(presenceOf({ state: 'idle' }));
  expect(await recorded()).toEqual([stateOf(idle)]);
});

it('needs less than 2 MB for a class of 500 students who change 40 times in an hour', async () => {
  // A table of the same columns and indexes. Rows arrive by time, so those of a student are far apart.
  const client = await pool().connect();
  try {
    await client.query('create temporary table recorded_hour (like plain.recorded_states including all)');
    await client.query(
      `insert into recorded_hour (at, class_number, presence, help, user_id, scenario_id)
       select at, 1, 1, 0, md5(student::text)::uuid, case when change % 2 = 0 then md5((change % 60)::text)::uuid end
       from (select student, change, now() + interval '1 hour' * random() as at
             from generate_series(1, 500) student, generate_series(1, 40) change) changes
       order by at`,
    );
    const size = `select pg_total_relation_size('recorded_hour')::integer as bytes`;
    const { bytes } = (await client.query<{ bytes: number }>(size)).rows[0]!;
    expect(bytes).toBeGreaterThan(1e6);
    expect(bytes).toBeLessThanOrEqual(2e6);
  } finally {
    client.release(true);
  }
});
