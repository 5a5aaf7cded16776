import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each log has a chain of its own: the one in PostgreSQL, and each in a KurrentDB that a history was moved to. */
export class SealsOfLogs1700000002300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table log.seals add column log text not null default 'postgres';
      alter table log.seals drop constraint seals_pkey, add primary key (log, number);
    `);
  }

  async down(): Promise<void> {
    throw new Error('The seals of the event log are never dropped.');
  }
}
