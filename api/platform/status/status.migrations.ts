import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../database/migrate.js';

/**
 * Adds the data of the system status page. `nodes`: the state of every process, written every few seconds and unlogged, because
 * it has no value after a crash. `recorded_at`: the recording time of a batch's oldest event, to measure the time until it
 * reaches a screen. `replay_requested_at`: a request to replay the parked event of a reactor.
 */
class Status1700000002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table plain.nodes (
        id uuid primary key,
        seen_at timestamptz not null,
        status jsonb not null
      ) with (fillfactor = 50);

      alter table plain.live_changes add recorded_at timestamptz;

      alter table plain.dead_letters add replay_requested_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table plain.nodes;
      alter table plain.live_changes drop recorded_at;
      alter table plain.dead_letters drop replay_requested_at;
    `);
  }
}

/** Migrations of the system status. */
export const statusMigrations: readonly Migration[] = [Status1700000002200];
