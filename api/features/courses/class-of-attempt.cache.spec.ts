import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { InMemoryEventStore } from '../../platform/eventsourcing/in-memory-event-store.js';
import { FollowedChanges } from '../../platform/eventsourcing/projecting/followed-changes.js';
import type { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { LiveHub } from '../../platform/live/live-hub.js';
import { ClassOfAttemptCache } from './class-of-attempt.cache.js';
import { rosterKey } from './rosters.projection.js';

const sessionId = randomUUID();
const row = { session_id: sessionId, course_id: randomUUID(), organization_id: null, ended_at: null };
const startedAt = (time: string) => ({ rows: [{ ...row, started_at: new Date(time) }] });

function setUp() {
  const answers: ((result: { rows: object[] }) => void)[] = [];
  const query = () => new Promise((resolve) => answers.push(resolve));
  const listeners = new Map<string, (id: string) => void>();
  const resets: (() => void)[] = [];
  const live = {
    onChange: (topic: string, listener: (id: string) => void) => listeners.set(topic, listener),
    onReset: (listener: () => void) => resets.push(listener),
  };
  const classes = new ClassOfAttemptCache(
    { query } as unknown as Pool,
    {} as Progress,
    new InMemoryEventStore(),
    new FollowedChanges(),
    live as unknown as LiveHub,
  );
  return {
    classes,
    answers,
    changed: (topic: string, id: string) => listeners.get(topic)!(id),
    reset: () => resets.forEach((listener) => listener()),
  };
}
const userId = randomUUID();
const onRoster = { rows: [{ sessionId, userId }] };
const offRoster = { rows: [] };
const nextTurn = () => new Promise(setImmediate);

it('answers a pending query with the old times and reads again for a query after the change', async () => {
  const { classes, answers, changed } = setUp();
  const before = classes.find(sessionId);
  await nextTurn();
  changed('class', sessionId);
  const after = classes.find(sessionId);
  await nextTurn();
  answers[0]!(startedAt('2026-03-01T09:00:00Z'));
  answers[1]!(startedAt('2026-03-01T10:00:00Z'));
  expect((await before)?.startedAt).toBe('2026-03-01T09:00:00Z');
  expect((await after)?.startedAt).toBe('2026-03-01T10:00:00Z');
  expect((await classes.find(sessionId))?.startedAt).toBe('2026-03-01T10:00:00Z');
});

it('reads the roster again after a removal is projected', async () => {
  const { classes, answers, changed } = setUp();
  const isOnRoster = async (answer?: { rows: object[] }) => {
    const asked = classes.isOnRoster(sessionId, userId);
    await nextTurn();
    if (answer) answers.pop()!(answer);
    return asked;
  };
  expect(await isOnRoster(onRoster)).toBe(true);
  expect(await isOnRoster()).toBe(true);
  changed('roster-place', rosterKey(sessionId, userId));
  expect(await isOnRoster(offRoster)).toBe(false);
});

it('ignores the read model for a student whom this node removed until the removal is projected', async () => {
  const { classes, answers, changed } = setUp();
  classes.removeFrom([sessionId], userId);
  expect(await classes.isOnRoster(sessionId, userId)).toBe(false);
  expect(answers).toEqual([]);
  changed('roster-place', rosterKey(sessionId, userId));
  const asked = classes.isOnRoster(sessionId, userId);
  await nextTurn();
  answers.pop()!(onRoster);
  expect(await asked).toBe(true);
});

it('reads everything again after a reset of the log', async () => {
  const { classes, answers, reset } = setUp();
  const find = async (answer: { rows: object[] }) => {
    const asked = classes.find(sessionId);
    await nextTurn();
    answers.pop()?.(answer);
    return asked;
  };
  expect((await find(startedAt('2026-03-01T09:00:00Z')))?.startedAt).toBe('2026-03-01T09:00:00Z');
  classes.removeFrom([sessionId], userId);
  reset();
  expect((await find(startedAt('2026-03-01T10:00:00Z')))?.startedAt).toBe('2026-03-01T10:00:00Z');
  const asked = classes.isOnRoster(sessionId, userId);
  await nextTurn();
  answers.pop()!(onRoster);
  expect(await asked).toBe(true);
});
