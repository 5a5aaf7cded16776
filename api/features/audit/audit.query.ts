import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { AuditQuery, AuditTarget } from '../../contracts/audit.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';

/** Selection of entries; `organizationId` is the caller's tenant scope, null for all. */
export interface AuditFilter extends Omit<AuditQuery, 'limit'> {
  readonly limit: number;
  readonly organizationId: string | null;
}

/** A row of the index: everything about an event except personal data. */
export interface AuditRow {
  readonly sequence: number;
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly targetType: AuditTarget;
  readonly targetId: string;
  readonly organizationId: string | null;
  readonly recordedAt: Date;
  readonly requestId: string;
}

@Injectable()
export class AuditIndex {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(REPLICA_READS) private readonly reads: Reads,
  ) {}

  /** Returns entries, newest first. Adds only the given conditions, because each has an index that also provides the order. */
  async list(filter: AuditFilter): Promise<AuditRow[]> {
    const values: unknown[] = [];
    const asked = conditionsOf(filter).filter(({ value }) => value !== undefined && value !== null);
    const conditions = asked.map(({ text, value }) => {
      const cells = [value].flat();
      values.push(...cells);
      return cells.reduce<string>(
        (sql, _, index) => sql.replace('?', `$${values.length - cells.length + index + 1}`),
        text,
      );
    });
    values.push(filter.limit);
    const { rows } = await this.reads.query<AuditRow & { sequence: string }>(
      `select sequence, event_id as "eventId", stream, version, type, actor_id as "actorId", actor_role as "actorRole",
         target_type as "targetType", target_id as "targetId", organization_id as "organizationId",
         recorded_at as "recordedAt", request_id as "requestId"
       from read.audit where ${[...conditions, rowsOfTargets(filter)].join(' and ')}
       order by recorded_at desc, sequence desc limit $${values.length}`,
      values,
    );
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  }

  /** Returns the present organization of a target, which decides who may see it; undefined for an unknown target. */
  async organizationOf(type: AuditTarget, id: string): Promise<string | null | undefined> {
    const { rows } = await this.pool.query<{ organization_id: string | null }>({
      name: 'audit-organization-of',
      text: 'select organization_id from read.audit_targets where target_type = $1 and target_id = $2',
      values: [type, id],
    });
    return rows[0]?.organization_id;
  }
}

/** Condition that shows an event once, under its first target, in lists of all targets. */
const rowsOfTargets = ({ targetType, targetId }: AuditFilter): string =>
  targetType === undefined && targetId === undefined ? 'not is_second' : 'true';

const conditionsOf = (filter: AuditFilter): { text: string; value: unknown }[] => [
  { text: 'organization_id = ?', value: filter.organizationId },
  { text: 'actor_id = ?', value: filter.actorId },
  { text: 'target_type = ?', value: filter.targetType },
  { text: 'target_id = ?', value: filter.targetId },
  { text: 'type = ?', value: filter.action },
  { text: 'recorded_at >= ?', value: filter.from && new Date(filter.from) },
  { text: 'recorded_at <= ?', value: filter.to && new Date(filter.to) },
  { text: '(recorded_at, sequence) < (?, ?)', value: filter.cursor && readCursor(filter.cursor) },
];

/** Returns the cursor of the next page: the position of this page's last row. */
export const cursorOf = ({ recordedAt, sequence }: AuditRow): string => `${recordedAt.getTime()}.${sequence}`;

function readCursor(cursor: string): [Date, number] {
  const [time, sequence] = cursor.split('.');
  return [new Date(Number(time)), Number(sequence)];
}
