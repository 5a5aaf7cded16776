import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Pool, QueryConfig } from 'pg';
import type { ReviewList } from '../../contracts/grades.contract.js';
import { POOL } from '../../platform/database/pool.js';
import type { LiveHub } from '../../platform/live/live-hub.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { PersonChanges } from './person-changes.js';

const LOOKUP = 'classes-of-people';

const kit = classKit();
beforeEach(() => kit.platform.settled());
afterEach(() => {
  closeAll();
  jest.restoreAllMocks();
});

const lookups = () => jest.spyOn(kit.platform.app.get<Pool>(POOL), 'query');
const isLookup = ([query]: unknown[]): boolean => (query as QueryConfig).name === LOOKUP;
const rename = async (firstName: string): Promise<void> => {
  expect((await kit.student.put(`/users/${kit.student.userId}`, { firstName })).status).toBe(204);
};

/** Forwards changes of people to a hub that only records the changed rooms. */
function createPersonChanges() {
  const hub = { onChange: jest.fn<LiveHub['onChange']>(), changed: jest.fn<LiveHub['changed']>() };
  new PersonChanges(kit.platform.app.get<Pool>(POOL), hub as unknown as LiveHub).onModuleInit();
  const [, listener] = hub.onChange.mock.calls[0]!;
  const publishChanges = async (people: readonly TestClient[]) =>
    void (await listener(people.map(({ userId }) => userId)));
  return { publishChanges, changed: hub.changed };
}

/** Watches a topic of the class, and returns a function that waits for a message that matches. */
async function watching(topic: string) {
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  await watch(socket, { topic, id: kit.session.id } as Parameters<typeof watch>[1]);
  return (matches: (value: unknown) => boolean) =>
    eventually(() => changes.flatMap(({ rows }) => rows).find(({ value }) => matches(value)));
}

/** Submits a result of the student that is too fast, so that staff reviews it. */
async function flaggedAttempt(): Promise<string> {
  const attempt = sampleAttempt(kit.session.id, competeScenario, { totalScore: competeScenario.maxTotalScore });
  expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  await kit.platform.settled();
  return attempt.attemptId;
}

it('sends the new name of a student to watchers of the gradebook and of the review', async () => {
  await flaggedAttempt();
  const [gradebook, review] = [await watching('gradebook'), await watching('review')];
  await rename('Gradebook');
  await gradebook((value) => (value as { firstName?: string }).firstName === 'Gradebook');
  await review((value) => (value as ReviewList).attempts[0]?.firstName === 'Gradebook');
});

it('makes the review read again when a person who decided about its results changes', async () => {
  const colleague = await kit.platform.person('OrganizationAdmin', kit.organization);
  const attemptId = await flaggedAttempt();
  const path = `/sessions/${kit.session.id}/decisions/${randomUUID()}`;
  const decision = { attemptId, decision: 'SetAside', reason: 'Played by a neighbour.' };
  expect((await colleague.put(path, decision)).status).toBe(204);
  await kit.platform.settled();
  const { publishChanges, changed } = createPersonChanges();
  await publishChanges([colleague]);
  expect(changed).toHaveBeenCalledWith('review', kit.session.id);
});

it('looks up the classes of people who change together in one statement', async () => {
  const query = lookups();
  const { publishChanges, changed } = createPersonChanges();
  await publishChanges([kit.student, kit.other]);
  expect(query.mock.calls.filter(isLookup)).toHaveLength(1);
  expect(changed).toHaveBeenCalledWith('gradebook', kit.session.id);
});

it('makes the gradebook read again after a failed lookup of the classes of a person', async () => {
  const gradebook = await watching('gradebook');
  jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const pool = kit.platform.app.get<Pool>(POOL);
  const query = pool.query.bind(pool);
  let failures = 0;
  const failOnce = (...args: [QueryConfig]) => {
    if (!isLookup(args) || failures > 0) return query(...args);
    failures += 1;
    return Promise.reject(new Error('lost'));
  };
  lookups().mockImplementation(failOnce as never);
  await rename('Retried');
  await gradebook((value) => (value as { firstName?: string }).firstName === 'Retried');
  expect(failures).toBe(1);
});
