import type { ClientBase, Pool } from 'pg';
import { withClient } from '../database/postgres-roles.js';
import type { RecordedEvent } from './message.js';
import { eventDigestWith } from './sealing/event-digests.js';
import { signRedaction } from './sealing/redaction.js';

/** A rule that removes a person's clear text from the data of one event type. `redact` returns null when there is none. */
export interface RedactionRule {
  readonly type: string;
  /** The field of the data that contains the person's id. */
  readonly subject: string;
  redact(data: object): object | null;
}

/** Returns a function that removes the clear text of these people from an event, for copies of a log. */
export function withoutTextOf(
  { type, subject, redact }: RedactionRule,
  subjectIds: ReadonlySet<string>,
): (event: RecordedEvent) => RecordedEvent {
  return (event) => {
    const owner = event.type === type && String((event.data as Readonly<Record<string, unknown>>)[subject]);
    const data = owner && subjectIds.has(owner) ? redact(event.data) : null;
    return data ? { ...event, data } : event;
  };
}

/** Returns whether a role may redact the log in PostgreSQL. Only the role that owns the log, which also migrates, may do so. */
export async function mayRedact(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_function_privilege(p.oid, 'execute') and has_table_privilege('log.events', 'update') as may
       from pg_proc p where p.oid = 'log.redact_event'::regproc`,
    );
    return rows[0]!.may;
  });
}

/** Returns the ids of these people's events that still contain clear text. Reads the whole log. */
export async function findUnredacted(
  client: Pick<Pool, 'query'>,
  { type, subject, redact }: RedactionRule,
  subjectIds: readonly string[],
): Promise<string[]> {
  const { rows: found } = await client.query<{ id: string }>(
    'select event_id as id from log.events where type = $1 and data->>$2 = any ($3) order by epoch, transaction_id, position',
    [type, subject, subjectIds],
  );
  const unredacted: string[] = [];
  for (const { id } of found) {
    const { rows } = await client.query<{ data: object }>('select data from log.events where event_id = $1', [id]);
    if (redact(rows[0]!.data)) unredacted.push(id);
  }
  return unredacted;
}

/**
 * Redacts the events of these people. Each event has its own transaction, which delays readers of the log only briefly. Safe to
 * repeat after an interruption.
 * @param client connected as a role that {@link mayRedact}
 * @param auditKey signs the records that `audit verify` accepts
 * @returns the number of changed events
 */
export async function redactEvents(
  client: ClientBase,
  rule: RedactionRule,
  subjectIds: readonly string[],
  { auditKey, reason }: { auditKey: string; reason: string },
): Promise<number> {
  const eventIds = await findUnredacted(client, rule, subjectIds);
  for (const eventId of eventIds) await redactOne(client, rule, eventId, auditKey, reason);
  return eventIds.length;
}

async function redactOne(
  client: ClientBase,
  { subject, redact }: RedactionRule,
  eventId: string,
  auditKey: string,
  reason: string,
): Promise<void> {
  const { rows: stored } = await client.query<{ data: Readonly<Record<string, unknown>> }>(
    'select data from log.events where event_id = $1',
    [eventId],
  );
  const { data } = stored[0]!;
  const redacted = redact(data);
  if (!redacted) return;
  const json = JSON.stringify(redacted);
  const { rows } = await client.query<{ old: Buffer; new: Buffer; now: Date }>(
    `select ${eventDigestWith('e.data')} as old, ${eventDigestWith('$2::jsonb')} as new, date_trunc('milliseconds', now()) as now
     from log.events e where event_id = $1`,
    [eventId, json],
  );
  const { old: oldDigest, new: newDigest, now: redactedAt } = rows[0]!;
  const record = { eventId, oldDigest, newDigest, subjectId: String(data[subject]), reason, redactedAt };
  const signature = signRedaction(auditKey, record);
  await client.query('select log.redact_event($1, $2, $3, $4, $5, $6, $7, $8)', [
    eventId,
    oldDigest,
    json,
    newDigest,
    record.subjectId,
    reason,
    redactedAt,
    signature,
  ]);
}
