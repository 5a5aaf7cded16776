import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Creates the tables for wrong course codes, which the throttle counts per person, and for due times, which the leader
 * sweeps.
 */
class Courses1700000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.wrong_course_codes (user_id uuid not null, tried_at timestamptz not null default now());
      create index wrong_course_codes_user on plain.wrong_course_codes (user_id, tried_at);
      create table plain.due_transitions (course_id uuid primary key, version integer not null, due_at timestamptz);
      create index due_transitions_due_at on plain.due_transitions (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.wrong_course_codes, plain.due_transitions');
  }
}

/** Migrations of the tables of courses. */
export const courseMigrations: readonly Migration[] = [Courses1700000000400];
