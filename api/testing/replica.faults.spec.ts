import type { Pool } from 'pg';
import type { AuditPage } from '../contracts/audit.contract.js';
import type { ClassSession, Group } from '../contracts/group.contract.js';
import type { Scorecard } from '../contracts/score.contract.js';
import { erasePerson } from '../features/people/privacy/erase-person.js';
import { POOL } from '../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../platform/database/reads.js';
import { ReplicatedDatabase } from '../platform/database/testing/replicated-database.js';
import { Claims } from '../platform/eventsourcing/claims.js';
import { Metrics } from '../platform/ops/metrics.js';
import { competeScenario, quizScenario, sampleAttempt } from './sample-attempt.js';
import type { TestClient } from './test-client.js';
import { TestPlatform } from './test-platform.js';
import { until } from './until.js';

let database: ReplicatedDatabase;
let platform: TestPlatform;
let organization: string;
let admin: TestClient;
let instructor: TestClient;
let student: TestClient;
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  database = await ReplicatedDatabase.start();
  platform = await TestPlatform.start({}, undefined, database);
  organization = await platform.organization();
  admin = await platform.admin();
  instructor = await platform.person('Instructor', organization);
  student = await platform.person('User', organization);
  ({ course, session } = await platform.runningClass(instructor, organization, [student]));
  for (const scenario of [competeScenario, quizScenario])
    await student.post('/scores', sampleAttempt(session.id, scenario));
  await platform.settled();
});
afterAll(() => platform.stop());

/** Waits until the replica has replayed everything and is used. */
async function untilUsed(): Promise<void> {
  await database.inStep();
  const reads = platform.app.get<Reads>(REPLICA_READS);
  const query = 'select pg_is_in_recovery() as standby';
  await until(async () => (await reads.query<{ standby: boolean }>(query)).rows[0]!.standby);
}

/** Returns how many statements each server has answered meanwhile, and the result of `work`. */
async function counting<T>(work: () => Promise<T>): Promise<{ result: T; replica: number; primary: number }> {
  const { registry } = platform.app.get(Metrics);
  const count = async (server: string): Promise<number> => {
    const text = await registry.getSingleMetricAsString('ready_room_replica_reads_total');
    return Number(new RegExp(`server="${server}"} (\\d+)`).exec(text)?.[1]);
  };
  const before = [await count('replica'), await count('primary')] as const;
  const result = await work();
  return { result, replica: (await count('replica')) - before[0], primary: (await count('primary')) - before[1] };
}

async function textAt(path: string, client: TestClient): Promise<string> {
  const response = await fetch(`${platform.url}/api${path}`, { headers: { 'x-auth-token': client.token } });
  expect(response.status).toBe(200);
  return response.text();
}

/** Runs `work` while the replica does not replay what it receives. */
async function whileBehind(work: () => Promise<void>): Promise<void> {
  await untilUsed();
  await database.pauseReplay();
  try {
    await work();
  } finally {
    await database.resumeReplay();
  }
}

const scoresCsv = (): string =>
  `/scores/session/${session.id}/all/csv?format=csv&attempts=all&includeFailedScores=true`;
const itemsPath = (): string => `/scores/session/${session.id}/all/items?scenarioId=${quizScenario.scenarioId}`;
const auditOf = (id: string): string => `/audit?targetType=user&targetId=${id}`;

const READS: Readonly<Record<string, () => Promise<string>>> = {
  'an export of scores': () => textAt(scoresCsv(), instructor),
  'an export of a quiz': () => textAt(`${scoresCsv()}&scenarioId=${quizScenario.scenarioId}`, instructor),
  'an export of the gradebook': () => textAt(`${scoresCsv()}&layout=grid`, instructor),
  'an export of a leaderboard': () => textAt(`/scores/leaderboard/${session.id}/all/csv?format=csv`, instructor),
  'an export of users': () => textAt('/users/export', admin),
  'the audit': () => textAt(auditOf(student.userId), admin),
  'an export of the audit': () => textAt(`/audit.csv?targetType=user&targetId=${student.userId}`, admin),
  'an item analysis': () => textAt(itemsPath(), instructor),
  'the responses to a quiz': () => textAt(`/sessions/${session.id}/quizzes/${quizScenario.scenarioId}`, instructor),
  'the history of a leaderboard': () => textAt(`/scores/leaderboard/${session.id}/all/history`, instructor),
  'the attempts of a class': () => textAt(`/scores/session/${session.id}/all?attempts=all`, instructor),
};
const fromReplica = new Map<string, { text: string; statements: number }>();

it.each(Object.entries(READS))('reads %s from the replica', async (what, read) => {
  await untilUsed();
  // An event that is projected between two statements can make the primary answer.
  await until(async () => {
    const { result: text, replica: statements, primary } = await counting(read);
    fromReplica.set(what, { text, statements });
    return statements > 0 && primary === 0;
  });
});

it('reads the same from the primary while the replica is down', async () => {
  await untilUsed();
  await database.killStandby();
  try {
    for (const [what, read] of Object.entries(READS)) {
      const { text, statements } = fromReplica.get(what)!;
      const { result, replica, primary } = await counting(read);
      expect([what, withoutSequences(result)]).toEqual([what, withoutSequences(text)]);
      expect([what, replica, primary]).toEqual([what, 0, statements]);
    }
  } finally {
    await database.restartStandby();
  }
});

/** Sign-ins and exports advance the sequence of the read models. */
const withoutSequences = (text: string): string => text.replace(/"sequence":\d+,"rows"/, '"rows"');

it('includes the preceding write in a read while the replica is behind, and in each of thirty reads', async () => {
  const path = `/scores/session/${session.id}/all?attempts=all&limit=1000`;
  const submitAndRead = async (): Promise<void> => {
    const attempt = sampleAttempt(session.id);
    const { headers } = await student.post('/scores', attempt);
    const { body } = await instructor.get<Scorecard[]>(path, { 'x-read-after': headers.get('x-log-position')! });
    expect(body.map(({ attemptId }) => attemptId)).toContain(attempt.attemptId);
  };
  await whileBehind(submitAndRead);
  await untilUsed();
  const { replica } = await counting(async () => {
    for (let nth = 0; nth < 30; nth += 1) await submitAndRead();
  });
  expect(replica).toBeGreaterThan(0);
});

it('shows no trace of an erased person while the replica is behind', async () => {
  const erased = await platform.person('User', organization);
  await erased.post('/groups/join', { code: course.password });
  await erased.put(`/users/${erased.userId}`, { firstName: 'Rosalind', lastName: 'Unforgotten' });
  await erased.post('/scores', sampleAttempt(session.id));
  await platform.settled();
  const pages = async (): Promise<string> =>
    (await Promise.all([textAt(scoresCsv(), instructor), textAt('/users/export', admin)])).join('\n');
  await untilUsed();
  expect((await pages()).match(/Unforgotten/g)).toHaveLength(2);
  await whileBehind(async () => {
    await erasePerson(erased.userId, {
      pool: platform.app.get<Pool>(POOL),
      store: platform.store,
      claims: platform.app.get(Claims),
      mailFolder: '/nowhere',
      now: new Date(),
    });
    await platform.settled();
    expect(await pages()).not.toMatch(/Rosalind|Unforgotten/);
    const { body } = await admin.get<AuditPage>(auditOf(erased.userId));
    expect(new Set(body.entries.map(({ target }) => target.name))).toEqual(new Set([null]));
  });
});

it('decides rights by the primary while the replica is behind', async () => {
  const deputy = await platform.person('Instructor', organization);
  const statuses = async () => [(await instructor.get(itemsPath())).status, (await deputy.get(itemsPath())).status];
  await whileBehind(async () => {
    expect(await statuses()).toEqual([200, 404]);
    expect((await admin.put(`/groups/${course.id}/${deputy.userId}`)).status).toBeLessThan(300);
    await platform.settled();
    expect(await statuses()).toEqual([404, 200]);
  });
});

it('lists an audit that spans several pages once, while the servers change between pages', async () => {
  await untilUsed();
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; ; page += 1) {
    const { body } = await admin.get<AuditPage>(`/audit?limit=5${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.entries.map(({ id }) => id));
    if (body.nextCursor === null) break;
    cursor = body.nextCursor;
    if (page === 1) await database.killStandby();
    if (page === 3) await database.restartStandby();
  }
  expect(ids.length).toBeGreaterThan(20);
  expect(new Set(ids).size).toBe(ids.length);
});
