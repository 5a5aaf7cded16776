import type { Pool } from 'pg';
import type { EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { Log } from '../../../platform/eventsourcing/log.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import type { PersonalDataRegistry } from '../../../platform/eventsourcing/personal-data.js';
import { BOOKKEEPING_TABLES, EXPORT_SOURCES, SECRET_COLUMN } from './personal-tables.js';

export interface ExportOptions {
  readonly pool: Pool;
  readonly log: Log;
  readonly store: EventStore;
  readonly personalData: PersonalDataRegistry;
}

/** All data that the platform stores about one person. */
export interface PersonExport {
  readonly userId: string;
  /** Events by and about the person, oldest first. Other people appear only with their ids. */
  readonly events: readonly object[];
  /** Rows that contain the person's id, by table. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

export async function exportPerson(userId: string, options: ExportOptions): Promise<PersonExport> {
  return { userId, events: await eventsOf(userId, options), rows: await rowsOf(userId, options.pool) };
}

/** Scans the whole log. Exports are rare, and an index of all actions would be more personal data to erase. */
async function eventsOf(userId: string, { log, store, personalData }: ExportOptions): Promise<object[]> {
  const places = await log.findText(userId);
  const opened = await store.readParts(places);
  const byPosition = new Map(opened.map((event) => [`${event.stream} ${event.version}`, event]));
  return places.map(({ stream, from }) => ownPartOf(byPosition.get(`${stream} ${from}`)!, userId, personalData));
}

/** Removes personal data of others: their names in events by this person, their address in events about this person. */
function ownPartOf(event: RecordedEvent, userId: string, personalData: PersonalDataRegistry): object {
  const { stream, version, type, data, recordedAt, metadata } = event;
  const personal = personalData[type];
  const subject = personal && (data as Record<string, unknown>)[personal.subject];
  const foreign = personal && subject !== userId ? personal.fields : [];
  const isOwn = metadata.actorId === userId || (metadata.actorId === 'anonymous' && subject === userId);
  return {
    type,
    recordedAt,
    stream,
    version,
    data: Object.fromEntries(Object.entries(data).filter(([field]) => !foreign.includes(field))),
    actorId: metadata.actorId,
    actorRole: metadata.actorRole,
    requestId: metadata.requestId,
    ...(isOwn && { address: metadata.address }),
  };
}

async function rowsOf(userId: string, pool: Pool): Promise<Record<string, object[]>> {
  const tables = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('plain', 'read') order by 1`,
  );
  const found: Record<string, object[]> = {};
  for (const { name } of tables.rows.filter((table) => !BOOKKEEPING_TABLES.includes(table.name))) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${EXPORT_SOURCES[name] ?? name} t where t::text like $1`,
      [`%${userId}%`],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => withoutSecrets(row));
  }
  return found;
}

const withoutSecrets = (row: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET_COLUMN.test(column)));
