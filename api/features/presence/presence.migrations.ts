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

/**
 * Creates the recordings of classes: every change of a student's presence. Nothing is written while nothing changes. A class has a short
 * key, because it occurs in every row. Columns are ordered by size, so that a row has no padding. The indexes contain each value once for
 * many rows, so they are small.
 *
 * `changed_at` and `silent_since` let the write of presence find its changes.
 */
class Recordings1700000003250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.presence add column changed_at timestamptz, add column silent_since timestamptz;
      create table plain.recorded_classes (
        class_number integer generated always as identity primary key,
        session_id uuid not null unique,
        begun_at timestamptz not null default now()
      );
      create table plain.recorded_states (
        at timestamptz not null,
        class_number integer not null,
        presence smallint not null,
        help smallint not null,
        user_id uuid not null,
        scenario_id uuid,
        helper_id uuid
      );
      create index recorded_states_class on plain.recorded_states (class_number);
      create index recorded_states_person on plain.recorded_states (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table plain.recorded_states, plain.recorded_classes;
      alter table plain.presence drop column changed_at, drop column silent_since;
    `);
  }
}

/**
 * Adds the mark of a write that changed what a recording contains. Until then, a change was recognized by the time of its transaction. But
 * a write that begins first and then waits for a row changes it last.
 */
class ChangedPresence1700000003420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.presence add column is_changed boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.presence drop column is_changed');
  }
}

/** Migrations of the tables of presence. */
export const presenceMigrations: readonly Migration[] = [
  Presence1700000001950,
  HelpRequests1700000003000,
  Recordings1700000003250,
  ChangedPresence1700000003420,
];
