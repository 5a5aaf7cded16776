import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Sandbox } from '../../../contracts/sandbox.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { POOL } from '../../../platform/database/pool.js';
import { OWNERS_ORGANIZATION } from '../owners-organization.js';
import type { SandboxRow } from '../sandbox-row.js';
import { toSandbox } from '../to-sandbox.js';

/** Maximum rows of a list. Longer lists are not readable. */
const MAX_ROWS = 1_000;

/** Lists the caller's own sandboxes; for system admins those of all owners. */
@Injectable()
export class SandboxesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the sandboxes, last accessed first, and their total, which may exceed the length of the list. */
  async list({ userId, roles }: Actor): Promise<{ total: number; sandboxes: Sandbox[] }> {
    const { rows } = await this.pool.query<SandboxRow & { username: string | null; total: number }>({
      name: 'list-sandboxes',
      text: `select s.*, ${OWNERS_ORGANIZATION} as organization_id, case when not p.deleted then p.username end as username,
               count(*) over ()::integer as total
             from read.sandboxes s left join read.people p on p.id = s.owner_id
             where not s.deleted and ($1::uuid is null or s.owner_id = $1)
             order by s.accessed_at desc, s.id limit ${MAX_ROWS}`,
      values: [roles.includes('SystemAdmin') ? null : userId],
    });
    return { total: rows[0]?.total ?? 0, sandboxes: rows.map((row) => toSandbox(row, row.username)) };
  }
}
