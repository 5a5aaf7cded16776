import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Organization } from '../../../contracts/organization.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import type { LiveRead } from '../../../platform/live/live-topic.js';

/** Maximum rows of a list and of a live message; a longer list would not be readable. */
const MAX_ROWS = 1_000;

/** Read models behind the list. A rebuild of one makes clients load everything again. */
const PROJECTIONS = ['organizations', 'organization-members'];

const SELECT_ORGANIZATIONS = `
  select o.id, o.name, o.created_at, o.is_paid, o.user_limit, o.records_classes, o.deleted, greatest(o.sequence, t.sequence) as sequence,
    (select count(*)::integer from read.organization_members m
     where m.organization_id = o.id and m.status = 'enabled') as active_users
  from read.organizations o left join read.organization_turnover t on t.organization_id = o.id`;

interface OrganizationRow {
  id: string;
  name: string;
  created_at: Date;
  is_paid: boolean;
  user_limit: number;
  records_classes: boolean;
  deleted: boolean;
  sequence: string;
  active_users: number;
}

/** Queries of current organizations, without deleted ones. The caller checks who is allowed to see them. */
@Injectable()
export class OrganizationsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly positions: ReadModelPositions,
  ) {}

  /** Returns organizations by name, with the total, because the list may be cut off. */
  async list(): Promise<{ sequence: number; generation: number; total: number; organizations: Organization[] }> {
    const position = await this.positions.read(PROJECTIONS);
    const { rows } = await this.pool.query<OrganizationRow & { total: number }>({
      name: 'list-organizations',
      text: `select listed.*, count(*) over ()::integer as total from (${SELECT_ORGANIZATIONS} where not o.deleted) listed
             order by plain.natural_order(name), id limit ${MAX_ROWS}`,
    });
    return { ...position, total: rows[0]?.total ?? 0, organizations: rows.map(toOrganization) };
  }

  /**
   * Returns organizations that changed after `since`, in order of their changes; `value` is null for deleted ones. A move changes two
   * organizations at once, so rows of one sequence are never split.
   */
  async changedSince(since: number, atMost = MAX_ROWS): Promise<LiveRead> {
    const { sequence, generation } = await this.positions.read(PROJECTIONS);
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

  /** Returns whether the organization has a user, enabled or disabled, or a course that is not deleted. */
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
  recordsClasses: row.records_classes,
});
