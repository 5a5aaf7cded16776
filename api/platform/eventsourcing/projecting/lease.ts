import type { Pool } from 'pg';

/** The lease whose holder leads: projects, reacts, seals. */
export const LEADER_LEASE = 'projector';

/** Seconds without renewal after which another worker may lead; renewed every second (docs/architecture.md#leadership). */
const EXPIRES_AFTER_SECONDS = 4;

/**
 * Who leads: one row, timed by the database's clock, no session lock. Each new leadership has a higher epoch, which fences
 * every checkpoint update: a leader that slept through its lease can write nothing more.
 */
export class Lease {
  constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly holder: string,
  ) {}

  /** The new epoch when the lease was free, expired, or already ours under a lost connection; undefined when another holds it. */
  async acquire(): Promise<bigint | undefined> {
    const { rows } = await this.pool.query<{ epoch: string }>(
      `insert into plain.leases as l (name, epoch, holder, expires_at)
       values ($1, 1, $2, clock_timestamp() + make_interval(secs => $3))
       on conflict (name) do update
         set epoch = l.epoch + 1, holder = excluded.holder, expires_at = excluded.expires_at
         where l.expires_at < clock_timestamp()
       returning epoch`,
      [this.name, this.holder, EXPIRES_AFTER_SECONDS],
    );
    return rows[0] && BigInt(rows[0].epoch);
  }

  /** False when the lease is no longer ours. */
  async renew(epoch: bigint): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update plain.leases set expires_at = clock_timestamp() + make_interval(secs => $4)
       where name = $1 and holder = $2 and epoch = $3 and expires_at > clock_timestamp()`,
      [this.name, this.holder, epoch.toString(), EXPIRES_AFTER_SECONDS],
    );
    return rowCount === 1;
  }

  /** Lets another lead at once. */
  async release(epoch: bigint): Promise<void> {
    await this.pool.query(
      'update plain.leases set expires_at = clock_timestamp() where name = $1 and holder = $2 and epoch = $3',
      [this.name, this.holder, epoch.toString()],
    );
  }
}
