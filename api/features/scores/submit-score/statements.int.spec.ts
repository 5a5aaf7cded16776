import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg, { type Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { FollowedChanges } from '../../../platform/eventsourcing/projecting/followed-changes.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { classKit } from '../../../testing/class-kit.js';
import { sampleAttempt } from '../../../testing/sample-attempt.js';
import { until } from '../../../testing/until.js';
import { membershipStream } from '../../courses/membership.stream.js';

/** The statements that read session, rights and class for a result, with times longer than their rows are cached without notifications. */
const READS = { 'families-alive': 1_200, 'rights-of-people': 1_200, 'class-facts': 1_200, 'roster-entries': 5_200 };
const RESULTS = 40;

const kit = classKit();

beforeEach(async () => {
  await kit.platform.settled();
  await until(() => kit.platform.app.get(FollowedChanges).period !== undefined);
});
afterEach(() => jest.restoreAllMocks());

/** Without the position of the previous result, whose projection the request would wait for. */
const submit = async () => {
  const headers = { 'x-read-after': '' };
  return (await kit.student.request('POST', '/scores', sampleAttempt(kit.session.id), headers)).status;
};

/** Records the names of the statements that requests cause. Statements without a name are left out: they run at most once a second. */
function statementsOfRequests(): readonly string[] {
  const requests = new AsyncLocalStorage<true>();
  const server: EventEmitter = kit.platform.app.getHttpServer();
  const emit = server.emit.bind(server);
  jest
    .spyOn(server, 'emit')
    .mockImplementation((event, ...args: unknown[]) =>
      event === 'request' ? requests.run(true, () => emit(event, ...args)) : emit(event, ...args),
    );
  const names: string[] = [];
  const record = (statement: unknown): void => {
    const { name } = statement as { name?: string };
    if (requests.getStore() && name) names.push(name);
  };
  const pool = kit.platform.app.get<Pool>(POOL);
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  jest.spyOn(pool, 'query').mockImplementation((...args: unknown[]) => {
    record(args[0]);
    return query(...args);
  });
  const onClient = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    // Calls with a callback are those of the pool, which are already recorded.
    if (typeof args.at(-1) !== 'function') record(args[0]);
    return onClient.apply(this, args);
  });
  return names;
}

const countOf = (names: readonly string[], name: string): number => names.filter((each) => each === name).length;

it('stores each result of a student with one statement', async () => {
  await submit();
  const names = statementsOfRequests();
  for (let count = 0; count < RESULTS; count += 1) expect(await submit()).toBe(202);
  const frequent = [...new Set(names)].filter((name) => countOf(names, name) > RESULTS / 2);
  const isInPostgres = !('KURRENTDB_URL' in kit.platform.logEnvironment);
  expect(frequent).toEqual(isInPostgres ? ['append-first-events'] : []);
  expect(countOf(names, 'append-first-events')).toBe(isInPostgres ? RESULTS : 0);
});

it.each(Object.entries(READS))('does not repeat %s while nothing changes', async (name, withoutNotificationsMs) => {
  await submit();
  const names = statementsOfRequests();
  // On a busy machine, a pause can end the period in which rows are kept.
  await until(async () => {
    const before = countOf(names, name);
    for (const began = performance.now(); performance.now() - began < withoutNotificationsMs; await delay(20)) {
      expect(await submit()).toBe(202);
    }
    return countOf(names, name) === before;
  });
});

it('refuses results of a student whom another node has removed from the class', async () => {
  expect(await submit()).toBe(202);
  const { course, student } = kit;
  const removal = { type: 'LeaveCourse', courseId: course.id, userId: student.userId, belongs: true } as const;
  const stream = membershipStream.of(course.id, student.userId);
  await kit.platform.app.get(Commands).handle(stream, removal, systemContext(new Date()));
  await until(async () => (await submit()) === 403);
});
