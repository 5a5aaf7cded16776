import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which attempts were sign-ins: from the addresses of these somebody has a count of failures of their own. */
export class SignInLimits1700000001600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.sign_in_attempts add succeeded boolean not null default false;
      create index sign_in_attempts_known on plain.sign_in_attempts (name_hmac, address, attempted_at) where succeeded;
      create index sign_in_attempts_succeeded on plain.sign_in_attempts (name_hmac, attempted_at) where succeeded;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index plain.sign_in_attempts_known, plain.sign_in_attempts_succeeded;
      alter table plain.sign_in_attempts drop succeeded;
    `);
  }
}
