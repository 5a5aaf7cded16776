import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What signing in needs. `refresh_families` is one row a sign-in, `refresh_tokens` one row a secret ever handed out in it,
 * as a hash: a used one that comes back tells of a thief. Nothing here can be rebuilt from the log, nothing in the log needs it.
 */
export class SignIn1700000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.credentials (
        user_id uuid primary key,
        password_hash text not null,
        changed_at timestamptz not null
      );

      create table plain.refresh_families (
        family_id uuid primary key,
        user_id uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        end_reason text
      );
      create index refresh_families_user on plain.refresh_families (user_id);
      create index refresh_families_expires_at on plain.refresh_families (expires_at);

      create table plain.refresh_tokens (
        token_hash bytea primary key,
        family_id uuid not null references plain.refresh_families on delete cascade,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz
      );
      create index refresh_tokens_family on plain.refresh_tokens (family_id);

      create table plain.sign_in_attempts (
        attempt_id uuid primary key,
        name_hmac bytea not null,
        address text not null,
        attempted_at timestamptz not null,
        forgiven boolean not null default false
      );
      create index sign_in_attempts_name on plain.sign_in_attempts (name_hmac, address, attempted_at) where not forgiven;
      create index sign_in_attempts_address on plain.sign_in_attempts (address, attempted_at) where not forgiven;
      create index sign_in_attempts_age on plain.sign_in_attempts (attempted_at);

      create table plain.last_active (
        user_id uuid primary key,
        active_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table plain.last_active, plain.sign_in_attempts, plain.refresh_tokens, plain.refresh_families, plain.credentials',
    );
  }
}
