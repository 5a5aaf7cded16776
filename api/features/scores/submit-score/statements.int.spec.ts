import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { FollowedChanges } from '../../../platform/eventsourcing/projecting/followed-changes.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { classKit } from '../../../testing/class-kit.js';
import { sampleAttempt } from '../../../testing/sample-attempt.js';
import { until } from '../../../testing/until.js';
import { membershipStream } from '../../courses/membership.stream.js';

/** Longer than class facts and places on rosters are cached without notifications. */
const TTL_MS = 5_200;
/** Names of the statements that find the facts for a decision about a result. */
const FACTS = ['rights-of-people', 'class-facts', 'roster-entries'];

const kit = classKit();

beforeEach(async () => {
  await kit.platform.settled();
  await until(() => kit.platform.app.get(FollowedChanges).period !== undefined);
});
afterEach(() => jest.restoreAllMocks());

const submit = async () => (await kit.student.post('/scores', sampleAttempt(kit.session.id))).status;

/** Counts the named statements of the node, on any connection of the pool. */
function countStatements(): { of(...names: readonly string[]): number } {
  const pool = kit.platform.app.get<Pool>(POOL);
  const query = jest.spyOn(pool, 'query');
  return {
    of: (...names) =>
      query.mock.calls.filter(([statement]) => names.includes((statement as { name?: string }).name ?? '')).length,
  };
}

it('stores results of a student with one statement each, and reads no facts again', async () => {
  await submit();
  const statements = countStatements();
  const appendsOfOne = 'KURRENTDB_URL' in kit.platform.logEnvironment ? 0 : 1;
  // On a busy machine, a pause can end the period in which facts are kept.
  await until(async () => {
    const [facts, appends] = [statements.of(...FACTS), statements.of('append-first-events')];
    let submitted = 0;
    for (const began = performance.now(); performance.now() - began < TTL_MS; submitted += 1) {
      expect(await submit()).toBe(202);
      await delay(20);
    }
    expect(statements.of('append-first-events') - appends).toBe(submitted * appendsOfOne);
    return statements.of(...FACTS) === facts;
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
