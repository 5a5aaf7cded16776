import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where students are. Unlogged, for it is written all the time and worth nothing after a crash: the next reports fill it
 * again. Room is left on each page, so that updates stay on it and no index grows.
 */
export class Presence1700000001950 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table plain.presence (
        session_id uuid not null,
        user_id uuid not null,
        state text not null check (state in ('online', 'idle', 'offline')),
        scenario_id uuid,
        since timestamptz,
        needs_help_since timestamptz,
        reported_at timestamptz not null,
        seen_at timestamptz not null,
        primary key (session_id, user_id)
      ) with (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.presence');
  }
}
