import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/** Refused registrations of the last hour, by a keyed hash of the client address. */
class RegistrationRefusals1700000001250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.registration_refusals (
        kind text not null,
        address_hmac bytea not null,
        refused_at timestamptz not null default now()
      );
      create index registration_refusals_address on plain.registration_refusals (kind, address_hmac, refused_at);
      create index registration_refusals_age on plain.registration_refusals (refused_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.registration_refusals');
  }
}

/** Migrations of the tables of registration. */
export const registrationMigrations: readonly Migration[] = [RegistrationRefusals1700000001250];
