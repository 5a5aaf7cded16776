import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the record of finished backups, so that nodes can publish the age of the newest one. */
export class Backups1700000003140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.backups (
        id uuid primary key,
        created_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.backups');
  }
}
