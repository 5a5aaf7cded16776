import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what people see of their sign-in sessions, two further kinds of password resets, and the recent e-mail conflicts of
 * administrators. `undo` refuses the old password until a new one is chosen. `signed-in` is stored as used: it only makes
 * sure that the change of a signed-in person is recorded in the log even after a crash.
 */
export class Accounts1700000002700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.refresh_families add device text, add address text, add last_seen_at timestamptz;

      alter table plain.password_resets drop constraint password_resets_kind_check;
      alter table plain.password_resets add constraint password_resets_kind_check
        check (kind in ('link', 'admin', 'first-start', 'invitation', 'undo', 'signed-in'));

      create unlogged table plain.email_conflicts (
        user_id uuid not null,
        refused_at timestamptz not null
      );
      create index email_conflicts_user on plain.email_conflicts (user_id, refused_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table plain.email_conflicts;
      delete from plain.password_resets where kind in ('undo', 'signed-in');
      alter table plain.password_resets drop constraint password_resets_kind_check;
      alter table plain.password_resets add constraint password_resets_kind_check
        check (kind in ('link', 'admin', 'first-start', 'invitation'));
      alter table plain.refresh_families drop device, drop address, drop last_seen_at;
    `);
  }
}
