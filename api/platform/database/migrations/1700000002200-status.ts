import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the status page shows. `nodes`: every process of the platform and how it is, written every few seconds and worth nothing
 * after a crash. `recorded_at`: when the oldest event of a batch was recorded, to tell how long it took to reach a screen.
 * `replay_requested_at`: somebody asked for a reactor's parked event to be reacted to once more.
 */
export class Status1700000002200 implements MigrationInterface {
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
