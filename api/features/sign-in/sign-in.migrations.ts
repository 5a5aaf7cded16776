import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Credentials, sign-in sessions and sign-in attempts. `refresh_families` stores one row per sign-in, `refresh_tokens` the hash of each
 * secret that was issued in it. A used secret that is presented again was stolen. Cannot be rebuilt from the log, and the log does not need
 * it. The tables of `platform/auth` are created here too, because a migration that has shipped is never split.
 */
class SignIn1700000001100 implements MigrationInterface {
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

/** Marks successful attempts, so that failures from a person's known addresses are counted separately. */
class SignInLimits1700000001600 implements MigrationInterface {
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

/**
 * Adds `ended_in`, the transaction that ended a sign-in session. Nodes read it to learn of the sessions that ended since their last
 * read. A trigger sets it, because nodes of an older version end sessions too.
 */
class EndedSessions1700000003190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.refresh_families add ended_in xid8;
      create index refresh_families_ended_in on plain.refresh_families (ended_in) where ended_in is not null;

      create function plain.record_end_of_session() returns trigger language plpgsql as $$
      begin
        new.ended_in := pg_current_xact_id();
        return new;
      end $$;
      create trigger refresh_families_end before update of ended_at on plain.refresh_families
        for each row when (old.ended_at is null and new.ended_at is not null)
        execute function plain.record_end_of_session();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger refresh_families_end on plain.refresh_families;
      drop function plain.record_end_of_session;
      alter table plain.refresh_families drop ended_in;
    `);
  }
}

/** Migrations of the tables of sign-in. */
export const signInMigrations: readonly Migration[] = [
  SignIn1700000001100,
  SignInLimits1700000001600,
  EndedSessions1700000003190,
];
