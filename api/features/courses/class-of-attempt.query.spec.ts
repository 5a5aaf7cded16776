import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { InMemoryEventStore } from '../../platform/eventsourcing/in-memory-event-store.js';
import type { Progress } from '../../platform/eventsourcing/projecting/progress.js';
import type { LiveHub } from '../../platform/live/live-hub.js';
import { ClassOfAttemptQuery } from './class-of-attempt.query.js';
import { CourseQuery } from './course.query.js';

const sessionId = randomUUID();
const row = { session_id: sessionId, course_id: randomUUID(), organization_id: null, ended_at: null };
const startedAt = (time: string) => ({ rows: [{ ...row, started_at: new Date(time) }] });

function setUp() {
  const answers: ((result: { rows: object[] }) => void)[] = [];
  const query = () => new Promise((resolve) => answers.push(resolve));
  let classChanged: (id: string) => void = () => undefined;
  const live = { onChange: (_: string, listener: typeof classChanged) => (classChanged = listener) };
  const classes = new ClassOfAttemptQuery(
    new CourseQuery({ query } as unknown as Pool),
    {} as Progress,
    new InMemoryEventStore(),
    live as unknown as LiveHub,
  );
  return { classes, answers, classChanged: (id: string) => classChanged(id) };
}
const nextTurn = () => new Promise(setImmediate);

it('answers who asked while the class was changing, and looks again for who asks afterwards', async () => {
  const { classes, answers, classChanged } = setUp();
  const before = classes.find(sessionId);
  await nextTurn();
  classChanged(sessionId);
  const after = classes.find(sessionId);
  await nextTurn();
  answers[0]!(startedAt('2026-03-01T09:00:00Z'));
  answers[1]!(startedAt('2026-03-01T10:00:00Z'));
  expect((await before)?.startedAt).toBe('2026-03-01T09:00:00Z');
  expect((await after)?.startedAt).toBe('2026-03-01T10:00:00Z');
  expect((await classes.find(sessionId))?.startedAt).toBe('2026-03-01T10:00:00Z');
});
