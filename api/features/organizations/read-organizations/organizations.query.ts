import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LiveRow } from '../../../contracts/live.contract.js';
import type { Organization } from '../../../contracts/organization.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { ReadModelPlace } from '../../../platform/eventsourcing/projecting/read-model-place.js';

/** A list nobody can read any more ends here. */
const MAX_ROWS = 1_000;

/** The read models the list is made of; a rebuild of one means a full load. */
const PROJECTIONS = ['organizations', 'organization-members'];

const SELECT_ORGANIZATIONS = `
  select o.id, o.name, o.created_at, o.is_paid, o.user_limit, o.deleted, greatest(o.sequence, t.sequence) as sequence,
    (select count(*)::integer from read.organization_members m
     where m.organization_id = o.id and m.status = 'enabled') as active_users
  from read.organizations o left join read.organization_turnover t on t.organization_id = o.id`;

interface OrganizationRow {
  id: string;
  name: string;
  created_at: Date;
  is_paid: boolean;
  user_limit: number;
  deleted: boolean;
  sequence: string;
  active_users: number;
}

/** Organizations as they are now, the deleted ones left out; the caller answers for who may see them. */
@Injectable()
export class OrganizationsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly place: ReadModelPlace,
  ) {}

  /** By name. With `since`, those changed after that sequence, deleted ones as null. */
  async list(
    since = 0,
  ): Promise<{ sequence: number; generation: number; rows: (LiveRow<Organization> & { key: string })[] }> {
    const place = await this.place.read(PROJECTIONS);
    const { rows } = await this.pool.query<OrganizationRow>({
      name: 'list-organizations',
      text: `${SELECT_ORGANIZATIONS}
             where greatest(o.sequence, t.sequence) > $1 and (not o.deleted or $1 > 0)
             order by lower(o.name), o.id limit ${MAX_ROWS}`,
      values: [since],
    });
    return {
      ...place,
      rows: rows.map((row) => ({
        key: row.id,
        sequence: Number(row.sequence),
        value: row.deleted ? null : toOrganization(row),
      })),
    };
  }

  async find(id: string): Promise<Organization | null> {
    const { rows } = await this.pool.query<OrganizationRow>({
      name: 'find-organization',
      text: `${SELECT_ORGANIZATIONS} where o.id = $1 and not o.deleted`,
      values: [id],
    });
    return rows[0] ? toOrganization(rows[0]) : null;
  }

  /** True while there is a user, also a disabled one, or a course. */
  async isInUse(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ used: boolean }>(
      `select exists (select from read.organization_members where organization_id = $1 and status <> 'deleted')
           or exists (select from read.courses where organization_id = $1) as used`,
      [id],
    );
    return rows[0]!.used;
  }
}

const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  createdDate: toMoment(row.created_at),
  isPaid: row.is_paid,
  userLimit: row.user_limit,
  activeUsers: row.active_users,
});
