import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import type { QueueDepth } from '../../../platform/ops/work-queues.js';
import { RESCHEDULE_SQL } from '../later.js';

/** An event of Stripe that waits to be processed. */
export interface OpenEvent {
  readonly eventId: string;
  readonly subscriptionId: string;
}

const ROWS_A_TURN = 100;

/** Stripe's events about subscriptions. Each is stored once, in any order and after any number of deliveries. */
@Injectable()
export class StripeEvents {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Stores an event. Returns false when it is already stored. */
  async add({ eventId, subscriptionId }: OpenEvent): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'insert into plain.stripe_events (event_id, subscription_id) values ($1, $2) on conflict (event_id) do nothing',
      [eventId, subscriptionId],
    );
    return rowCount === 1;
  }

  async markProcessed(eventId: string): Promise<void> {
    await this.pool.query('update plain.stripe_events set processed_at = now() where event_id = $1', [eventId]);
  }

  /** Delays a failed event, so that it does not block newer ones. */
  async postpone(eventId: string): Promise<void> {
    await this.pool.query(`update plain.stripe_events set ${RESCHEDULE_SQL} where event_id = $1`, [eventId]);
  }

  /** Returns due events that were not processed on arrival. */
  async open(): Promise<readonly OpenEvent[]> {
    const { rows } = await this.pool.query<OpenEvent>(
      `select event_id as "eventId", subscription_id as "subscriptionId" from plain.stripe_events
       where processed_at is null and due_at <= now() order by due_at limit ${ROWS_A_TURN}`,
    );
    return rows;
  }

  /** Returns the number of unprocessed events and open closings, due or delayed. */
  async unfinished(): Promise<QueueDepth> {
    const { rows } = await this.pool.query<QueueDepth>(
      `select (select count(*)::integer from plain.customer_closings) + count(*)::integer as waiting,
              coalesce(greatest(0, extract(epoch from now() - min(received_at))), 0)::float8 as "oldestSeconds"
       from plain.stripe_events where processed_at is null`,
    );
    return rows[0]!;
  }

  /** Deletes old events. Stripe repeats an event for three days; after 30 days none is needed. */
  async purge(): Promise<void> {
    await this.pool.query(
      "delete from plain.stripe_events where processed_at is not null and received_at < now() - interval '30 days'",
    );
  }
}
