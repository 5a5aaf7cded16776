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

type Resolve = (result: { rows: object[] }) => void;

function setUp() {
  const pending: Record<string, Resolve[]> = { 'class-facts': [], 'roster-entries': [] };
  const query = ({ name }: { name: string }) => new Promise((resolve) => pending[name]!.push(resolve));
  const listeners = new Map<string, (ids: readonly string[]) => void>();
  const resets: (() => void)[] = [];
  const live = {
    onChange: (topic: string, listener: (ids: readonly string[]) => void) => listeners.set(topic, listener),
    onReset: (listener: () => void) => resets.push(listener),
  };
  const classes = new ClassOfAttemptCache(
    { query } as unknown as Pool,
    {} as Progress,
    new InMemoryEventStore(),
    new FollowedChanges(),
    live as unknown as LiveHub,
  );
  /** Finds the class while the read model has these rows. */
  const find = async (found: { rows: object[] }, roster: { rows: object[] } = onRoster) => {
    const asked = classes.find(sessionId, userId);
    await nextTurn();
    pending['class-facts']!.pop()?.(found);
    pending['roster-entries']!.pop()?.(roster);
    return asked;
  };
  return {
    classes,
    pending,
    find,
    changed: (topic: string, id: string) => listeners.get(topic)!([id]),
    reset: () => resets.forEach((listener) => listener()),
  };
}
const userId = randomUUID();
const joinedAt = '2026-03-01T09:30:00.000Z';
const onRoster = { rows: [{ sessionId, userId, joinedAt: new Date(joinedAt) }] };
const offRoster = { rows: [] };
const atNine = startedAt('2026-03-01T09:00:00Z');
const nextTurn = () => new Promise(setImmediate);

it('answers a pending query with the old times and reads again for a query after the change', async () => {
  const { classes, pending, changed } = setUp();
  const before = classes.find(sessionId, userId);
  await nextTurn();
  changed('class', sessionId);
  const after = classes.find(sessionId, userId);
  await nextTurn();
  const [first, second] = pending['class-facts']!;
  pending['roster-entries']![0]!(onRoster);
  first!(atNine);
  second!(startedAt('2026-03-01T10:00:00Z'));
  expect((await before).startedAt).toBe('2026-03-01T09:00:00Z');
  expect((await after).startedAt).toBe('2026-03-01T10:00:00Z');
  expect((await classes.find(sessionId, userId)).startedAt).toBe('2026-03-01T10:00:00Z');
});

it('reads the roster again after a removal is projected', async () => {
  const { find, changed } = setUp();
  expect(await find(atNine)).toMatchObject({ onRoster: true, joinedAt });
  expect(await find(atNine, offRoster)).toMatchObject({ onRoster: true });
  changed('roster-place', rosterKey(sessionId, userId));
  expect(await find(atNine, offRoster)).toMatchObject({ onRoster: false, joinedAt: null });
});

it('ignores the read model for a student whom this node removed until the removal is projected', async () => {
  const { classes, find, changed } = setUp();
  classes.removeFrom([sessionId], userId);
  expect(await find(atNine)).toMatchObject({ onRoster: false });
  changed('roster-place', rosterKey(sessionId, userId));
  expect(await find(atNine)).toMatchObject({ onRoster: true });
});

it('reads everything again after a reset of the log', async () => {
  const { classes, find, reset } = setUp();
  expect((await find(atNine)).startedAt).toBe('2026-03-01T09:00:00Z');
  classes.removeFrom([sessionId], userId);
  reset();
  expect(await find(startedAt('2026-03-01T10:00:00Z'))).toMatchObject({
    startedAt: '2026-03-01T10:00:00Z',
    onRoster: true,
  });
});

it('treats an unknown class like one that the player has not joined', async () => {
  const { find } = setUp();
  expect(await find(offRoster)).toMatchObject({ onRoster: false, startedAt: null });
});
