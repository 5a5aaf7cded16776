import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { SecurityEventKind, SecurityEventQuery } from '../../contracts/security-event.contract.js';
import { networkOf } from '../../platform/client-network.js';
import { POOL } from '../../platform/database/pool.js';
import type { SecurityRow } from './security-window.js';

/** A row of a list. */
export interface ListedRow {
  readonly id: string;
  readonly kind: SecurityEventKind;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly count: number;
  readonly actorId: string | null;
  readonly userId: string | null;
  readonly names: number | null;
  readonly address: string | null;
  readonly route: string | null;
  readonly code: string | null;
  readonly requestId: string | null;
}

const PORTION = 1_000;

const INSERTED = `id uuid, kind text, first_at timestamptz, last_at timestamptz, count integer, actor_id uuid, tried_user_id uuid,
  name_hmac text, network text, address text, request_id text, route text, code text`;

/** Access to the table `plain.security_events`. Refusals are no events, because anonymous requests could then make the log grow. */
@Injectable()
export class SecurityEventTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /**
   * Inserts rows or updates their counts. Actor, name and address are written once, because a repeat must not undo an erasure in between.
   * Rows of an erased actor are skipped, and guesses at an erased person's name are stored without the person.
   */
  async save(rows: readonly SecurityRow[]): Promise<void> {
    const records = rows.map(({ firstAt, lastAt, actorId, userId, nameHmac, requestId, ...row }) => ({
      ...row,
      first_at: firstAt,
      last_at: lastAt,
      actor_id: actorId,
      tried_user_id: userId,
      name_hmac: nameHmac,
      request_id: requestId,
    }));
    await this.pool.query(
      `insert into plain.security_events
         (id, kind, first_at, last_at, count, actor_id, tried_user_id, name_hmac, network, address, request_id, route, code)
       select id, kind, first_at, last_at, count, actor_id, case when tried.subject_id is null then tried_user_id end,
         case when tried.subject_id is null then decode(name_hmac, 'hex') end, network, address, request_id, route, code
       from jsonb_to_recordset($1) as r (${INSERTED})
       left join plain.erased_subjects tried on tried.subject_id = tried_user_id
       where not exists (select from plain.erased_subjects e where e.subject_id = actor_id)
       on conflict (id) do update set last_at = excluded.last_at, count = excluded.count,
         request_id = excluded.request_id, route = excluded.route, code = excluded.code`,
      [JSON.stringify(records)],
    );
  }

  /** Returns rows, newest first. Adds only the given conditions, so that each can use its index. */
  async list(query: Omit<SecurityEventQuery, 'limit'>, limit: number): Promise<ListedRow[]> {
    const { kind, userId, address, from, to, cursor } = query;
    const values: unknown[] = [];
    const conditions: string[] = [];
    const where = (value: unknown, condition: (parameter: string) => string): void => {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    where(kind, (parameter) => `kind = ${parameter}`);
    where(userId, (parameter) => `(actor_id = ${parameter} or tried_user_id = ${parameter})`);
    where(address && networkOf(address.split('/')[0]!), (parameter) => `network = ${parameter}`);
    where(from && new Date(from), (parameter) => `last_at >= ${parameter}`);
    where(to && new Date(to), (parameter) => `last_at <= ${parameter}`);
    where(cursor && timeOf(cursor), (time) => {
      values.push(cursor!.split('.')[1]);
      return `(last_at, id) < (${time}, $${values.length})`;
    });
    const { rows } = await this.pool.query<ListedRow>(
      `select id, kind, first_at as "firstAt", last_at as "lastAt", count, actor_id as "actorId", tried_user_id as "userId", names,
         address, route, code, request_id as "requestId"
       from plain.security_events ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
       order by last_at desc, id desc limit ${limit}`,
      values,
    );
    return rows;
  }

  /** Removes rows last repeated before `limit`, in short transactions. */
  async purge(limit: Date, signal?: AbortSignal): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(
        `delete from plain.security_events where ctid = any (array(
           select ctid from plain.security_events where last_at < $1 limit $2))`,
        [limit, PORTION],
      );
      if (signal?.aborted || (rowCount ?? 0) < PORTION) return;
    }
  }

  /**
   * Removes the oldest rows beyond `maxRows`. Those without a person are removed first, so that an anonymous flood does not displace the
   * others.
   */
  async trim(maxRows: number, signal?: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<{ excess: number }>(
      'select greatest(count(*) - $1, 0)::integer as excess from plain.security_events',
      [maxRows],
    );
    const portions = Array.from({ length: Math.ceil(rows[0]!.excess / PORTION) }, (_, index) => index * PORTION);
    for (const done of portions) {
      if (signal?.aborted) return;
      await this.pool.query(
        `delete from plain.security_events where ctid = any (array(
           select ctid from plain.security_events
           order by actor_id is not null or tried_user_id is not null, last_at limit $1))`,
        [Math.min(rows[0]!.excess - done, PORTION)],
      );
    }
  }
}

/** Returns the cursor of the next page: the position of this page's last row. */
export const cursorOf = ({ lastAt, id }: ListedRow): string => `${lastAt.getTime()}.${id}`;

const timeOf = (cursor: string): Date => new Date(Number(cursor.split('.')[0]));
