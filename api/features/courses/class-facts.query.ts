import type { Pool } from 'pg';
import { toMoment } from '../../contracts/primitives.contract.js';
import { SEQUENCE_OF_READ } from '../../platform/eventsourcing/projecting/followed-changes.js';
import { ENDED_AT, type RosterEntry, STARTED_AT } from './course.query.js';

/** Facts about the class of an attempt that score intake checks. Times are in ISO 8601. */
export interface ClassFacts {
  readonly courseId: string;
  readonly organizationId: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** Facts about a class, and the sequence of the read models from which they were read. */
export interface ReadClassFacts {
  readonly facts: ClassFacts;
  /** Undefined when a start or end is due soon, because it may happen before its change is published. */
  readonly sequence: number | undefined;
}

interface ClassFactsRow {
  session_id: string;
  course_id: string;
  organization_id: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  is_due_soon: boolean;
  sequence: string;
}

/** Longer than a cache keeps a value. */
const SOON = `interval '2 minutes'`;
const isDueSoon = (column: string): string => `coalesce(${column} > now() and ${column} < now() + ${SOON}, false)`;

/** Returns the classes that exist among the given ids, by id. Includes classes of deleted courses. */
export async function findClassFacts(pool: Pool, sessionIds: readonly string[]): Promise<Map<string, ReadClassFacts>> {
  const { rows } = await pool.query<ClassFactsRow>({
    name: 'class-facts',
    text: `select k.session_id, k.course_id, c.organization_id, ${STARTED_AT} as started_at, ${ENDED_AT} as ended_at,
             ${isDueSoon('k.scheduled_start')} or ${isDueSoon('k.scheduled_end')} as is_due_soon,
             ${SEQUENCE_OF_READ} as sequence
           from read.classes k join read.courses c using (course_id) where k.session_id = any ($1::uuid[])`,
    values: [sessionIds],
  });
  return new Map(rows.map((row) => [row.session_id, factsOf(row)]));
}

const factsOf = (row: ClassFactsRow): ReadClassFacts => ({
  facts: {
    courseId: row.course_id,
    organizationId: row.organization_id,
    startedAt: row.started_at && toMoment(row.started_at),
    endedAt: row.ended_at && toMoment(row.ended_at),
  },
  sequence: row.is_due_soon ? undefined : Number(row.sequence),
});

/** A person on a roster, and the sequence of the read models from which the entry was read. */
export interface ReadRosterEntry extends RosterEntry {
  /** ISO 8601; null for a person who was a member of the course when the class started. */
  readonly joinedAt: string | null;
  readonly sequence: number;
}

/** Returns the given places that are on a roster, in any order. */
export async function findRosterEntries(pool: Pool, places: readonly RosterEntry[]): Promise<ReadRosterEntry[]> {
  const { rows } = await pool.query<RosterEntry & { joinedAt: Date | null; sequence: string }>({
    name: 'roster-entries',
    text: `select r.session_id as "sessionId", r.user_id as "userId", r.joined_at as "joinedAt", ${SEQUENCE_OF_READ} as sequence
           from unnest($1::uuid[], $2::uuid[]) as asked (session_id, user_id)
           join read.rosters r using (session_id, user_id) where r.removed_at is null and r.moved_at is null`,
    values: [places.map(({ sessionId }) => sessionId), places.map(({ userId }) => userId)],
  });
  return rows.map((row) => ({
    ...row,
    joinedAt: row.joinedAt && row.joinedAt.toISOString(),
    sequence: Number(row.sequence),
  }));
}
