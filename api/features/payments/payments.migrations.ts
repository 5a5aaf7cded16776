import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * State of card payments beside the log. `pending_registrations`: encrypted registrations whose payment has started and that
 * have no account yet, deleted when the payment ends. `stripe_events`: each event that Stripe has sent, and whether it was
 * processed.
 */
class Payments1700000001400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.pending_registrations (
        registration_id uuid primary key,
        sealed bytea not null,
        started_at timestamptz not null default now(),
        holder uuid,
        held_until timestamptz not null default '-infinity'
      );
      create index pending_registrations_age on plain.pending_registrations (started_at);

      create table plain.stripe_events (
        event_id text primary key,
        subscription_id text not null,
        received_at timestamptz not null default now(),
        processed_at timestamptz
      );
      create index stripe_events_open on plain.stripe_events (received_at) where processed_at is null;
      create index stripe_events_age on plain.stripe_events (received_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.stripe_events, plain.pending_registrations');
  }
}

/**
 * `customer_closings`: registrations whose subscription is to be cancelled at Stripe. With `forget` the customer is deleted there, too. A
 * row is deleted when that is done. Failed Stripe events are retried after growing delays.
 */
class PaymentClosings1700000001650 implements MigrationInterface {
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

/** Migrations of the tables of payments. */
export const paymentMigrations: readonly Migration[] = [Payments1700000001400, PaymentClosings1700000001650];
