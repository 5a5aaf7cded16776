import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock.js';
import { POOL } from '../database/pool.js';
import type { QueueDepth } from '../ops/work-queues.js';

/** Key of a mail. Each event causes at most one mail per recipient. */
export interface MailKey {
  readonly eventId: string;
  readonly userId: string;
}

export interface ClaimedMail extends MailKey {
  readonly kind: string;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Time after which another worker can claim a mail whose worker has crashed. Longer than the timeout of any transport. */
const CLAIM_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
const RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Table of due and sent mails. Contains only ids, no personal data (docs/architecture.md#mail). */
@Injectable()
export class MailOutbox {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds the mail of an event. A repeated call has no effect. */
  async add({ eventId, userId }: MailKey, kind: string): Promise<void> {
    await this.pool.query(
      `insert into plain.mail_outbox (event_id, user_id, kind, due_at, created_at) values ($1, $2, $3, $4, $4)
       on conflict (event_id, user_id) do nothing`,
      [eventId, userId, kind, this.clock.now()],
    );
  }

  /** Returns the due mails, the longest due first. */
  async due(limit: number): Promise<MailKey[]> {
    const { rows } = await this.pool.query<MailKey>(
      `select event_id as "eventId", user_id as "userId" from plain.mail_outbox
       where state in ('due', 'attempting') and due_at <= $1 order by due_at limit $2`,
      [this.clock.now(), limit],
    );
    return rows;
  }

  /** Claims a mail. Returns null when it has been sent, is not due yet, or is claimed by another worker. */
  async claim({ eventId, userId }: MailKey): Promise<ClaimedMail | null> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<ClaimedMail>(
      `update plain.mail_outbox set state = 'attempting', attempts = attempts + 1, due_at = $4
       where event_id = $1 and user_id = $2 and state in ('due', 'attempting') and due_at <= $3
       returning event_id as "eventId", user_id as "userId", kind, attempts, created_at as "createdAt"`,
      [eventId, userId, now, new Date(now.getTime() + CLAIM_MS)],
    );
    return rows[0] ?? null;
  }

  /** Records that a mail is done. State `dropped`: it is no longer needed, or it cannot be delivered. */
  async finish({ eventId, userId }: MailKey, state: 'sent' | 'dropped'): Promise<void> {
    await this.pool.query(
      'update plain.mail_outbox set state = $3, finished_at = $4 where event_id = $1 and user_id = $2',
      [eventId, userId, state, this.clock.now()],
    );
  }

  /** Schedules a retry. The delay doubles with each attempt, up to {@link LONGEST_RETRY_MS}. */
  async postpone({ eventId, userId, attempts }: ClaimedMail): Promise<void> {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
    await this.pool.query(
      `update plain.mail_outbox set state = 'due', due_at = $4
       where event_id = $1 and user_id = $2 and attempts = $3 and state = 'attempting'`,
      [eventId, userId, attempts, new Date(this.clock.now().getTime() + wait)],
    );
  }

  /** Releases a claim without an attempt. The mail is due immediately for any worker. */
  async release({ eventId, userId, attempts }: ClaimedMail): Promise<void> {
    await this.pool.query(
      `update plain.mail_outbox set state = 'due', attempts = attempts - 1, due_at = $4
       where event_id = $1 and user_id = $2 and attempts = $3 and state = 'attempting'`,
      [eventId, userId, attempts, this.clock.now()],
    );
  }

  async unsent(): Promise<QueueDepth> {
    const { rows } = await this.pool.query<{ count: number; oldest: Date | null }>(
      `select count(*)::integer as count, min(created_at) as oldest from plain.mail_outbox
       where state in ('due', 'attempting')`,
    );
    const { count, oldest } = rows[0]!;
    return {
      waiting: count,
      oldestSeconds: oldest ? Math.max(0, (this.clock.now().getTime() - oldest.getTime()) / 1_000) : 0,
    };
  }

  /** Deletes mails that were finished more than 30 days ago. */
  async purge(): Promise<void> {
    await this.pool.query('delete from plain.mail_outbox where finished_at < $1', [
      new Date(this.clock.now().getTime() - RETENTION_MS),
    ]);
  }
}
