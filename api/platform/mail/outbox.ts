import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock.js';
import { POOL } from '../database/pool.js';
import type { QueueDepth } from '../ops/work-queues.js';

/** Which mail: one an event and recipient. */
export interface MailKey {
  readonly eventId: string;
  readonly userId: string;
}

export interface ClaimedMail extends MailKey {
  readonly kind: string;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** A sender that was killed is succeeded after this; longer than any transport takes. */
const CLAIM_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** The table of due and sent mails; holds ids only (docs/architecture.md#mail). */
@Injectable()
export class Outbox {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A mail that follows from an event; the same one again changes nothing. */
  async put({ eventId, userId }: MailKey, kind: string): Promise<void> {
    await this.pool.query(
      `insert into plain.mail_outbox (event_id, user_id, kind, due_at, created_at) values ($1, $2, $3, $4, $4)
       on conflict (event_id, user_id) do nothing`,
      [eventId, userId, kind, this.clock.now()],
    );
  }

  /** Mails to be sent now, the longest due first. */
  async due(limit: number): Promise<MailKey[]> {
    const { rows } = await this.pool.query<MailKey>(
      `select event_id as "eventId", user_id as "userId" from plain.mail_outbox
       where state in ('due', 'attempting') and due_at <= $1 order by due_at limit $2`,
      [this.clock.now(), limit],
    );
    return rows;
  }

  /** Null when it is sent, not due yet, or somebody else is at it. */
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

  /** `dropped`: there is nothing to say any more, or nobody to say it to. */
  async finish({ eventId, userId }: MailKey, state: 'sent' | 'dropped'): Promise<void> {
    await this.pool.query(
      'update plain.mail_outbox set state = $3, finished_at = $4 where event_id = $1 and user_id = $2',
      [eventId, userId, state, this.clock.now()],
    );
  }

  /** To be tried again, later each time. */
  async postpone({ eventId, userId, attempts }: ClaimedMail): Promise<void> {
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
    await this.pool.query(
      `update plain.mail_outbox set state = 'due', due_at = $4
       where event_id = $1 and user_id = $2 and attempts = $3 and state = 'attempting'`,
      [eventId, userId, attempts, new Date(this.clock.now().getTime() + wait)],
    );
  }

  /** Not tried after all: due at once, to whoever comes next. */
  async putBack({ eventId, userId, attempts }: ClaimedMail): Promise<void> {
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

  /** Forgets what was finished a month ago. */
  async purge(): Promise<void> {
    await this.pool.query('delete from plain.mail_outbox where finished_at < $1', [
      new Date(this.clock.now().getTime() - KEPT_MS),
    ]);
  }
}
