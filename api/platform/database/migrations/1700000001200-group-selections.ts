import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The course each person has looked at last (decisions U9); a convenience, so neither an event nor in need of one. */
export class GroupSelections1700000001200 implements MigrationInterface {
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
