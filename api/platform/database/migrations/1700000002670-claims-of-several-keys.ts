import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A value is claimed under every HMAC key of the platform, with one row each. `held_as` is the hash that the owner's event
 * carries, null where it is the row's own.
 */
export class ClaimsOfSeveralKeys1700000002670 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.claims add column held_as bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.claims drop column held_as');
  }
}
