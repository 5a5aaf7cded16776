import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Organization } from '../../../contracts/organization.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { ReadModelPlace } from '../../../platform/eventsourcing/projecting/read-model-place.js';
import type { LiveRead } from '../../../platform/live/live-topic.js';

/** A list nobody can read any more ends here, and so does a message. */
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

  /** By name, and how many there are: the list may end before. */
  async list(): Promise<{ sequence: number; generation: number; total: number; organizations: Organization[] }> {
    const place = await this.place.read(PROJECTIONS);
    const { rows } = await this.pool.query<OrganizationRow & { total: number }>({
      name: 'list-organizations',
      text: `select listed.*, count(*) over ()::integer as total from (${SELECT_ORGANIZATIONS} where not o.deleted) listed
             order by plain.natural_order(name), id limit ${MAX_ROWS}`,
    });
    return { ...place, total: rows[0]?.total ?? 0, organizations: rows.map(toOrganization) };
  }

  /**
   * Those changed after that sequence, in that order, deleted ones as null. Who moves changes two organizations at once:
   * rows of one sequence stay together.
   */
  async changedSince(since: number, atMost = MAX_ROWS): Promise<LiveRead> {
    const { sequence, generation } = await this.place.read(PROJECTIONS);
    const { rows } = await this.pool.query<OrganizationRow>({
      name: 'organizations-changed-since',
      text: `select * from (${SELECT_ORGANIZATIONS}) changed where sequence > $1 and (not deleted or $1 > 0)
             order by sequence fetch first $2 rows with ties`,
      values: [since, atMost],
    });
    const changed = rows.map((row) => ({
      key: row.id,
      sequence: Number(row.sequence),
      value: row.deleted ? null : toOrganization(row),
    }));
    const hasMore = changed.length >= atMost;
    return { sequence: hasMore ? changed.at(-1)!.sequence : sequence, generation, rows: changed, hasMore };
  }

  async find(id: string): Promise<Organization | null> {
    const { rows } = await this.pool.query<OrganizationRow>({
      name: 'find-organization',
      text: `${SELECT_ORGANIZATIONS} where o.id = $1 and not o.deleted`,
      values: [id],
    });
    return rows[0] ? toOrganization(rows[0]) : null;
  }

  /** True while there is a user, also a disabled one, or a course that is not deleted. */
  async isInUse(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ used: boolean }>(
      `select exists (select from read.organization_members where organization_id = $1 and status <> 'deleted')
           or exists (select from read.courses where organization_id = $1 and deleted_at is null) as used`,
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
