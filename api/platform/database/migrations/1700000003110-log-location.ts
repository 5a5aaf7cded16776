import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds `plain.log_location`, one row that names the engine of this database's log. The first start or a restore writes it. */
export class LogLocation1700000003110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.log_location (
        only_row boolean primary key default true check (only_row),
        engine text not null check (engine in ('postgres', 'kurrentdb')),
        recorded_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.log_location');
  }
}
