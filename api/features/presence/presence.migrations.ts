import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Creates the table of presence. It is unlogged, because it is written constantly and worthless after a crash: the next
 * reports fill it again. The fill factor leaves room on each page, so that updates stay on the page and no index grows.
 */
class Presence1700000001950 implements MigrationInterface {
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

/** Adds help requests to the presence of a student: the request's id, the helper, and the time of resolution. */
class HelpRequests1700000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.presence
        add column help_id uuid,
        add column helper_id uuid,
        add column help_resolved_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.presence drop column help_id, drop column helper_id, drop column help_resolved_at;
    `);
  }
}

/** Migrations of the tables of presence. */
export const presenceMigrations: readonly Migration[] = [Presence1700000001950, HelpRequests1700000003000];
