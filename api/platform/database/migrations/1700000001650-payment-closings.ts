import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `customer_closings`: registrations whose subscription is to be ended at Stripe, and with `forget` whose customer is to be
 * deleted there; a row is gone when that is done. Events of Stripe that could not be worked off wait longer each time.
 */
export class PaymentClosings1700000001650 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.customer_closings (
        registration_id uuid primary key,
        forget boolean not null,
        tries integer not null default 0,
        due_at timestamptz not null default now()
      );
      create index customer_closings_due on plain.customer_closings (due_at);

      alter table plain.stripe_events
        add tries integer not null default 0,
        add due_at timestamptz not null default now();
      drop index plain.stripe_events_open;
      create index stripe_events_due on plain.stripe_events (due_at) where processed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table plain.customer_closings;
      alter table plain.stripe_events drop tries, drop due_at;
      create index stripe_events_open on plain.stripe_events (received_at) where processed_at is null;
    `);
  }
}
