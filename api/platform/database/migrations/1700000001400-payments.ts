import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What card payment needs beside the log. `pending_registrations`: who has started to pay and has no account yet, sealed;
 * a row is gone when that has ended. `stripe_events`: what Stripe has told us, each event once, and whether it was worked off.
 */
export class Payments1700000001400 implements MigrationInterface {
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
