import { failureText } from '../failures.js';
import type { Reads } from './reads.js';

interface Identity {
  readonly database: string;
  readonly epoch: string | null;
  readonly standby: boolean;
}

/** Error: the server must not be used as a replica. The message completes the sentence "The replica …". */
export class UnusableReplica extends Error {}

/** Returns the rest of the sentence "The replica …" that describes a failure. */
export const replicaProblem = (error: unknown): string =>
  error instanceof UnusableReplica ? error.message : `failed (${failureText(error)})`;

/**
 * A standby has the system identifier of its primary, its database has the same object id, and the newest epoch is the same. The epoch
 * differs while the standby follows another server than the one that was promoted.
 */
const IDENTITY = `
  select (select system_identifier from pg_control_system()) || '.' || oid as database, pg_is_in_recovery() as standby,
    (select epoch || '.' || extract(epoch from opened_at) from log.epochs order by epoch desc limit 1) as epoch
  from pg_database where datname = current_database()`;

/** Checks that a connection leads to a standby that follows the primary. @throws UnusableReplica */
export async function assertReplicaOf(primary: Reads, replica: Reads): Promise<void> {
  const [own, other] = await Promise.all([identityOf(primary), identityOf(replica)]);
  if (own.database !== other.database) throw new UnusableReplica('belongs to another database than DATABASE_URL');
  if (!other.standby) throw new UnusableReplica('is not a standby');
  if (own.epoch !== other.epoch) throw new UnusableReplica('does not follow the server of DATABASE_URL');
}

async function identityOf(reads: Reads): Promise<Identity> {
  return (await reads.query<Identity>(IDENTITY)).rows[0]!;
}
