import type { Pool } from 'pg';

/** The lease of the leader, which projects, reacts and seals. */
export const LEADER_LEASE = 'projector';

/** Seconds without a renewal after which another worker may lead. Renewed every second (docs/architecture.md#leadership). */
const EXPIRES_AFTER_SECONDS = 4;

/**
 * The lease: one row that names the leader, timed by the clock of the database, without a session lock. Each new leadership has a
 * higher epoch, which fences every checkpoint update. A leader that was paused beyond its lease therefore cannot write any more.
 */
export class Lease {
  constructor(
    private readonly pool: Pool,
    private readonly name: string,
    private readonly holder: string,
  ) {}

  /** Returns the new epoch when the lease was free or expired; undefined while a node holds it. */
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

  /** Extends the lease. Returns false when it is no longer this node's. */
  async renew(epoch: bigint): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update plain.leases set expires_at = clock_timestamp() + make_interval(secs => $4)
       where name = $1 and holder = $2 and epoch = $3 and expires_at > clock_timestamp()`,
      [this.name, this.holder, epoch.toString(), EXPIRES_AFTER_SECONDS],
    );
    return rowCount === 1;
  }

  /** Expires the lease, so that another worker can lead immediately. */
  async release(epoch: bigint): Promise<void> {
    await this.pool.query(
      'update plain.leases set expires_at = clock_timestamp() where name = $1 and holder = $2 and epoch = $3',
      [this.name, this.holder, epoch.toString()],
    );
  }
}
