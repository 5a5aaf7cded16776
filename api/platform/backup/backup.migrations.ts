import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../database/migrate.js';

/** Adds the record of finished backups, so that nodes can publish the age of the newest one. */
class Backups1700000003140 implements MigrationInterface {
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

/** Migrations of the record of backups. */
export const backupMigrations: readonly Migration[] = [Backups1700000003140];
