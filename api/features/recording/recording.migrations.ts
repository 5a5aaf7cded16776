import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/** Creates the bookmarks of classes. A deleted one is kept for a day, so that the deletion can be undone. */
class Bookmarks1700000003260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.bookmarks (
        bookmark_id uuid primary key,
        session_id uuid not null,
        user_id uuid not null,
        at timestamptz not null,
        note text not null,
        changed_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create index bookmarks_class on plain.bookmarks (session_id);
      create index bookmarks_author on plain.bookmarks (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.bookmarks');
  }
}

/** Creates the progress of ended classes, which is computed from read models. `steps` are those of `class-progress.rule.ts`. */
class ClassProgress1700000003330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.class_progress (
        session_id uuid primary key,
        ended_at timestamptz not null,
        computed_at timestamptz not null,
        minutes integer not null,
        students integer not null,
        version integer not null,
        steps jsonb not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.class_progress');
  }
}

/** Migrations of the tables of recordings. */
export const recordingMigrations: readonly Migration[] = [Bookmarks1700000003260, ClassProgress1700000003330];
