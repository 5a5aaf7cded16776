import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../../platform/database/pool.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { Progress } from '../../../../platform/eventsourcing/projecting/progress.js';
import type { KnownUser } from '../../user.stream.js';

/** Advisory lock that serializes changes which remove a system admin. */
const LAST_ADMIN_LOCK = 7_236_410;

/** Keeps the platform from losing its last system admin. */
@Injectable()
export class SystemAdmins {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly progress: Progress,
  ) {}

  /**
   * Runs `work`, which removes rights of this user; for a system admin only while another one is enabled. This also applies to a disabled
   * system admin, whom a concurrent request may enable. The lock serializes two admins who remove each other. The second waits until the
   * read models contain the first change.
   * @throws DomainError LAST_SYSTEM_ADMIN
   */
  async runWhileAnotherExists<T>({ userId, role }: KnownUser, work: () => Promise<T>): Promise<T> {
    if (role !== 'SystemAdmin') return work();
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [LAST_ADMIN_LOCK]);
      await this.progress.catchUp();
      const { rows } = await client.query(
        `select from read.people where role = 'SystemAdmin' and enabled and not deleted and id <> $1 limit 1`,
        [userId],
      );
      if (rows.length === 0) {
        throw new DomainError('LAST_SYSTEM_ADMIN', 'This is the last system administrator. Appoint another one first.');
      }
      return work();
    });
  }
}
