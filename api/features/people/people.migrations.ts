import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/** Table of the course that each user has selected last, which is no event (docs/rules.md#selected-course). */
class GroupSelections1700000001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.group_selections (
        user_id uuid primary key,
        course_id uuid not null,
        selected_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.group_selections');
  }
}

/** Migrations of the tables of people. */
export const peopleMigrations: readonly Migration[] = [GroupSelections1700000001200];
