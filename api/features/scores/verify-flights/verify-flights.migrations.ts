import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../../platform/database/migrate.js';

/** Creates the table of attempts whose flights are to be flown again. A row is deleted when the outcome is recorded. */
class FlightsToVerify1700000003300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.flights_to_verify (
        attempt_id uuid primary key,
        added_at timestamptz not null default now(),
        due_at timestamptz not null
      );
      create index flights_to_verify_due_at on plain.flights_to_verify (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.flights_to_verify');
  }
}

/** Migrations of the table of flights to verify. */
export const verifyFlightsMigrations: readonly Migration[] = [FlightsToVerify1700000003300];
