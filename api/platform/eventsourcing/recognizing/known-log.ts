import type { Pool } from 'pg';
import { isInKurrentDb } from '../kurrentdb/kurrentdb-position.js';
import { findLogEngine } from '../log-location.js';
import { comparePositions, type LogPosition, parsePosition } from '../message.js';
import { type AcceptedRestore, loadRestores, restoresOf } from '../sealing/accepted-restore.js';
import { lastEventOf } from '../sealing/seal.js';
import { newestSeal } from '../sealing/sealer.js';

/** An event that read models or seals of this database contain. */
export interface KnownEvent {
  readonly position: LogPosition;
  /** Its id, or the id under which the log stores it. */
  readonly id: string;
  /** Its stream, where it is known. A log that is read with another prefix has another name for it. */
  readonly stream?: string;
  /** Number of events up to it. */
  readonly total: number;
}

/** What PostgreSQL knows about a log outside of it. */
export interface KnownLog {
  /** True for a database that no platform has used yet. */
  readonly isNew: boolean;
  /** As in `LogDigests.name`; null before the first event, and after a copy or a restore until the next start. */
  readonly name: string | null;
  /** Id of the platform in the log; null for a log that was not adopted since platform ids exist. */
  readonly platformId: string | null;
  /** Position of the first event. */
  readonly first: LogPosition | null;
  /** The newest event of the read models; undefined before the first event, and while their position belongs to another engine. */
  readonly projected: KnownEvent | undefined;
  readonly restores: readonly AcceptedRestore[];
}

interface KnownRow {
  log_name: string | null;
  platform_id: string | null;
  first_position: string | null;
  position: string | null;
  event_id: string | null;
  stream: string | null;
  sequence: string | null;
}

/** Reads what PostgreSQL knows about the log; null in a schema of an older version, which a command may meet. */
export async function loadKnownLog(pool: Pick<Pool, 'query'>): Promise<KnownLog | null> {
  const { rows: tables } = await pool.query<{ current: boolean }>(
    `select to_regclass('log.accepted_restores') is not null as current`,
  );
  if (!tables[0]!.current) return null;
  const { rows } = await pool.query<KnownRow>(
    `select l.log_name, to_jsonb(l) ->> 'platform_id' as platform_id, l.first_position, c.position, c.event_id, c.stream, c.sequence
     from (select) one
     left join plain.log_location l on true
     left join plain.checkpoints c on c.reader = 'projector' and c.event_id is not null`,
  );
  const row = rows[0]!;
  const position = parsePosition(row.position ?? '');
  return {
    isNew: row.log_name === null && (await findLogEngine(pool)) === undefined,
    name: row.log_name,
    platformId: row.platform_id,
    first: parsePosition(row.first_position ?? ''),
    projected:
      position && isInKurrentDb(position)
        ? { position, id: row.event_id!, stream: row.stream!, total: Number(row.sequence) }
        : undefined,
    restores: await loadRestores(pool),
  };
}

/** Returns the newest event that the read models or the seals of a log contain. Leaves out events whose loss was accepted. */
export async function newestKnown(
  pool: Pick<Pool, 'query'>,
  { projected, restores }: KnownLog,
  log: string,
): Promise<KnownEvent | undefined> {
  const seal = await newestSeal(pool, log);
  const restore = restoresOf(restores, log).findLast(({ afterSeal }) => afterSeal === (seal?.number ?? 0));
  const sealed = restore ? { ...restore, total: restore.kept } : seal && lastEventOf(seal);
  if (!projected || !sealed) return projected ?? sealed;
  return comparePositions(projected.position, sealed.position) < 0 ? sealed : projected;
}

/** Records the name of the log and the id of its platform, unless they are recorded or the engine is not. */
export async function recordLogName(
  pool: Pick<Pool, 'query'>,
  name: string,
  first: string,
  platformId: string,
): Promise<void> {
  await pool.query(
    `update plain.log_location set log_name = $1, first_position = $2, platform_id = $3
     where log_name is null or platform_id is null`,
    [name, first, platformId],
  );
}

/** Records the id of the platform whose log begins, unless another node has recorded one. Returns the recorded id. */
export async function claimPlatformId(pool: Pick<Pool, 'query'>, platformId: string): Promise<string> {
  const { rows } = await pool.query<{ platform_id: string }>(
    'update plain.log_location set platform_id = coalesce(platform_id, $1) returning platform_id',
    [platformId],
  );
  return rows[0]!.platform_id;
}
