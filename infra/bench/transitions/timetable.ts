import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { type CourseCommand, courseStream } from '../../../api/features/courses/course.stream.js';
import { Hints } from '../../../api/platform/database/hints.js';
import { openPool } from '../../../api/platform/database/pool.js';
import { handleCommand } from '../../../api/platform/eventsourcing/command-handling.js';
import { PostgresEventStore } from '../../../api/platform/eventsourcing/postgres/postgres-event-store.js';
import { systemContext } from '../../../api/platform/eventsourcing/system-context.js';
import { inParallel } from '../../../api/platform/in-parallel.js';

const LOOK_EVERY_MS = 20;
const AT_ONCE = 64;

export type Transition = 'ClassStarted' | 'ClassEnded';

/** Outcome of the due transitions: the delay of each record in milliseconds, and errors. */
export interface Outcome {
  readonly late: readonly number[];
  readonly doubled: number;
  readonly missed: number;
  /** Transitions whose effective time differs from the scheduled one. */
  readonly moved: number;
}

/** Courses with one scheduled class each, created by commands, and the log's later record of them. */
export class Timetable {
  private readonly pool;
  private readonly hints;
  private readonly store;
  private courseIds: readonly string[] = [];

  constructor(databaseUrl: string) {
    this.pool = openPool(databaseUrl);
    this.hints = new Hints(databaseUrl, [], this.pool);
    this.store = new PostgresEventStore(this.pool, this.hints);
  }

  async addCourses(count: number): Promise<void> {
    this.courseIds = Array.from({ length: count }, () => uuidv7());
    await inParallel(AT_ONCE, this.courseIds, (courseId) =>
      this.change(courseId, {
        type: 'CreateCourse',
        courseId,
        name: 'Orbits',
        code: courseId.slice(-6),
        ownerId: uuidv7(),
        organizationId: null,
        caption: '',
        memberIds: [],
      }),
    );
  }

  /** Schedules all classes for the same moment, the worst case. Returns when the workers know it. */
  async plan(starts: Date, ends: Date): Promise<void> {
    const now = new Date().toISOString();
    await inParallel(AT_ONCE, this.courseIds, async (courseId) => {
      const scheduledStart = starts.toISOString();
      await this.change(courseId, { type: 'ScheduleClass', now, newSessionId: uuidv7(), scheduledStart });
      await this.change(courseId, { type: 'ScheduleEnd', now, scheduledEnd: ends.toISOString() });
    });
    const due = 'select count(*)::integer as known from plain.due_transitions where due_at = $1 and version = 2';
    while ((await this.number(due, [starts])) < this.courseIds.length) await pause(LOOK_EVERY_MS);
    if (Date.now() > starts.getTime()) throw new Error('This machine is too slow: planning took longer than planned.');
  }

  /** Waits until this many transitions have been recorded. @throws Error when that takes longer than `withinMs` */
  async recorded(type: Transition, count: number, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    const text = 'select count(distinct stream)::integer from log.events where type = $1 and stream = any ($2)';
    const streams = this.courseIds.map((courseId) => courseStream.name(courseId));
    while ((await this.number(text, [type, streams])) < count && performance.now() < deadline)
      await pause(LOOK_EVERY_MS);
  }

  async outcome(type: Transition): Promise<Outcome> {
    const { rows } = await this.pool.query<{ times: number; late: number; moved: boolean }>(
      `select count(*)::integer as times,
              (extract(epoch from min(recorded_at) - min((data ->> 'scheduledAt')::timestamptz)) * 1000)::float as late,
              bool_or(data ->> 'scheduledAt' is distinct from coalesce(data ->> 'endedAt', data ->> 'startedAt')) as moved
       from log.events where type = $1 and stream = any ($2) group by stream`,
      [type, this.courseIds.map((courseId) => courseStream.name(courseId))],
    );
    return {
      late: rows.map(({ late }) => late).toSorted((a, b) => a - b),
      doubled: rows.filter(({ times }) => times > 1).length,
      missed: this.courseIds.length - rows.length,
      moved: rows.filter(({ moved }) => moved).length,
    };
  }

  async close(): Promise<void> {
    await this.store.drain();
    await this.hints.close();
    await this.pool.end();
  }

  private async change(courseId: string, command: CourseCommand): Promise<void> {
    await handleCommand(this.store, courseStream.of(courseId), command, systemContext(new Date()));
  }

  private async number(text: string, values: unknown[]): Promise<number> {
    const { rows } = await this.pool.query<Record<string, number>>(text, values);
    return Object.values(rows[0]!)[0]!;
  }
}
