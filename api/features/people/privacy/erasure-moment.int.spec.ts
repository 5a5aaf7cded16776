import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Pool } from 'pg';
import { projections } from '../../../app.module.js';
import { CONFIG, type Config } from '../../../config.js';
import { DATABASE_URLS, type DatabaseUrls, POOL } from '../../../platform/database/pool.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { EventStore } from '../../../platform/eventsourcing/event-store.js';
import { ForwardingEventStore } from '../../../platform/eventsourcing/forwarding-event-store.js';
import { ERASED } from '../../../platform/eventsourcing/personal-data.js';
import { verifyProjections } from '../../../platform/eventsourcing/projecting/verify.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { TestPlatform } from '../../../testing/test-platform.js';
import { until } from '../../../testing/until.js';
import type { UserEvent } from '../user.events.js';
import { userStream } from '../user.stream.js';
import { erasePerson } from './erase-person.js';
import { InterruptedErasures } from './interrupted-erasures.js';

const { scenarioId } = competeScenario;
const kit = classKit();

const poolOf = (): Pool => kit.platform.app.get<Pool>(POOL);
const erase = ({ userId }: TestClient, store: EventStore = kit.platform.store): Promise<void> => {
  const claims = kit.platform.app.get(Claims);
  return erasePerson(userId, { pool: poolOf(), store, claims, mailFolder: `${tmpdir()}/none`, now: new Date() });
};

/** Returns the tables that a rebuild would change. */
async function differences(): Promise<string[]> {
  await kit.platform.settled();
  const verdicts = await verifyProjections(poolOf(), kit.platform.store, projections);
  return verdicts.filter(({ same }) => !same).map(({ table }) => table);
}

const nameOf = async ({ userId }: TestClient): Promise<string> =>
  (await poolOf().query<{ name: string }>('select username as name from read.people where id = $1', [userId])).rows[0]!
    .name;

const eventsOf = async ({ userId }: TestClient, { store } = kit.platform): Promise<readonly UserEvent[]> =>
  (await store.readStream(userStream.name(userId))) as unknown as readonly UserEvent[];

it('stores no reason of a decision right after the erasure, although the key is cached', async () => {
  const student = await kit.platform.person('User', kit.organization);
  await student.post('/groups/join', { code: kit.course.password });
  expect((await student.post('/scores', sampleAttempt(kit.session.id, competeScenario))).status).toBe(202);
  await kit.platform.settled();
  await erase(student);
  const cells = [{ decisionId: randomUUID(), userId: student.userId, scenarioId, version: 0 }];
  const decision = { cells, change: { kind: 'Comment' }, reason: 'A reason after the erasure' };
  expect((await kit.instructor.post(`/sessions/${kit.session.id}/decisions`, decision)).status).toBe(204);
  await kit.platform.settled();
  const { rows } = await poolOf().query('select reason from read.grade_decisions where user_id = $1', [student.userId]);
  expect(rows).toEqual([{ reason: ERASED }]);
  expect(await differences()).toEqual([]);
});

describe('on a node without the projector', () => {
  let node: TestPlatform;
  beforeAll(async () => {
    const { app } = kit.platform;
    const { kurrentDb } = app.get<Config>(CONFIG);
    const overrides = { roles: ['http'], bootstrapAdmin: undefined, kurrentDb } as const;
    node = await TestPlatform.start(overrides, () => app.get<DatabaseUrls>(DATABASE_URLS));
  });
  afterAll(() => node.stop());

  it('drops a cached key once the read models contain the erasure', async () => {
    const student = await kit.platform.person('User', kit.organization);
    const firstName = async () =>
      (await eventsOf(student, node)).find((event) => event.type === 'UserRegistered')!.data.firstName;
    expect(await firstName()).toBe('Sam');
    await erase(student);
    await until(async () => (await firstName()) === ERASED);
  });
});

/** Fails at the event of an erasure, like a log that is lost in that moment. Records whether the person has a tombstone then. */
class LostBeforeErasure extends ForwardingEventStore {
  hasTombstone: boolean | undefined;

  override async appendToStream(...given: Parameters<EventStore['appendToStream']>) {
    const [stream, , events] = given;
    if (events[0]!.type !== 'PersonalDataErased') return super.appendToStream(...given);
    const { rowCount } = await poolOf().query("select from plain.erased_subjects where 'user-' || subject_id = $1", [
      stream,
    ]);
    this.hasTombstone = rowCount === 1;
    throw new Error('Connection terminated');
  }
}

async function interruptedErasure(): Promise<TestClient> {
  const student = await kit.platform.person('User', kit.organization);
  const store = new LostBeforeErasure(kit.platform.store);
  await expect(erase(student, store)).rejects.toThrow('Connection terminated');
  expect(store.hasTombstone).toBe(true);
  return student;
}

it('records an erasure that was interrupted after the tombstone', async () => {
  const student = await interruptedErasure();
  await kit.platform.settled();
  const interrupted = kit.platform.app.get(InterruptedErasures);
  await interrupted.record();
  await kit.platform.settled();
  expect(await nameOf(student)).toBe(ERASED);
  expect(await differences()).toEqual([]);
  const recorded = (await eventsOf(student)).length;
  await interrupted.record();
  expect(await eventsOf(student)).toHaveLength(recorded);
});

it('repeats an erasure that was interrupted after the tombstone', async () => {
  const student = await interruptedErasure();
  await erase(student);
  await erase(student);
  await kit.platform.settled();
  expect(await nameOf(student)).toBe(ERASED);
  expect((await eventsOf(student)).filter(({ type }) => type === 'PersonalDataErased')).toHaveLength(1);
});
