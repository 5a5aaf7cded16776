import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Running imports of users, and their results for a day. Each row of `user_import_rows` is one user. `sealed` stores the encrypted values
 * of the account and is emptied once it is created.
 */
class UserImports1700000002800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.user_imports (
        import_id uuid primary key,
        scope uuid,
        started_by uuid not null,
        organization_ids uuid[] not null,
        sealed bytea not null,
        started_at timestamptz not null default now(),
        progress_at timestamptz not null default now(),
        ended_at timestamptz,
        holder uuid,
        held_until timestamptz not null default '-infinity'
      );
      create index user_imports_age on plain.user_imports (started_at);

      create table plain.user_import_rows (
        import_id uuid not null references plain.user_imports on delete cascade,
        line integer not null,
        user_id uuid not null,
        outcome text not null check (outcome in ('pending', 'made', 'unchanged', 'refused')),
        reason text,
        sealed bytea,
        primary key (import_id, line)
      );
      create index user_import_rows_user on plain.user_import_rows (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.user_import_rows, plain.user_imports');
  }
}

/** Migrations of the tables of user imports. */
export const userImportMigrations: readonly Migration[] = [UserImports1700000002800];
