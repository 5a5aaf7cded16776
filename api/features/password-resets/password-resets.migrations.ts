import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Mails to be sent, one row per event and recipient, and proofs of password resets. Stores no address, no text and no token. Addresses come
 * from the log. Tokens and codes are derived from the reset's id, and only their hashes are stored. The outbox of `platform/mail` is
 * created here too, because a migration that has shipped is never split.
 */
class MailAndResets1700000001300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.mail_outbox (
        event_id uuid not null,
        user_id uuid not null,
        kind text not null,
        state text not null default 'due' check (state in ('due', 'attempting', 'sent', 'dropped')),
        attempts integer not null default 0,
        due_at timestamptz not null,
        created_at timestamptz not null,
        finished_at timestamptz,
        primary key (event_id, user_id)
      );
      create index mail_outbox_due on plain.mail_outbox (due_at) where state in ('due', 'attempting');

      create table plain.password_resets (
        reset_id uuid primary key,
        user_id uuid not null,
        kind text not null check (kind in ('link', 'admin', 'first-start', 'invitation')),
        version integer not null,
        token_hash bytea not null,
        code_hash bytea not null,
        expires_at timestamptz not null,
        proof_hash bytea,
        proof_expires_at timestamptz,
        used_at timestamptz,
        used_as text,
        recorded_at timestamptz
      );
      create index password_resets_user on plain.password_resets (user_id, version);
      create index password_resets_token on plain.password_resets (token_hash);
      create index password_resets_proof on plain.password_resets (proof_hash);
      create index password_resets_unrecorded on plain.password_resets (used_at)
        where used_as is not null and recorded_at is null;

      create table plain.password_reset_requests (
        request_id uuid primary key,
        email_hmac bytea not null,
        user_id uuid,
        address text not null,
        requested_at timestamptz not null,
        handled_at timestamptz
      );
      create index password_reset_requests_email on plain.password_reset_requests (email_hmac, requested_at);
      create index password_reset_requests_address on plain.password_reset_requests (address, requested_at);
      create index password_reset_requests_open on plain.password_reset_requests (requested_at)
        where user_id is not null and handled_at is null;

      create unlogged table plain.password_reset_checks (
        address text not null,
        minute timestamptz not null,
        checks integer not null,
        primary key (address, minute)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table plain.password_reset_checks, plain.password_reset_requests, plain.password_resets, plain.mail_outbox',
    );
  }
}

/**
 * Adds details of sign-in sessions, two further kinds of password resets, and the recent e-mail conflicts of administrators. `undo` refuses
 * the old password until a new one is chosen. `signed-in` is stored as used. It only ensures that the change of a signed-in person is
 * recorded in the log even after a crash.
 */
class Accounts1700000002700 implements MigrationInterface {
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

/**
 * The network for which requests for a reset link are counted: the /64 of an IPv6 address. Older rows have none and are deleted within a
 * day.
 */
class NetworksOfResetRequests1700000002750 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.password_reset_requests add network text;
      drop index plain.password_reset_requests_address;
      create index password_reset_requests_network on plain.password_reset_requests (network, requested_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index plain.password_reset_requests_network;
      alter table plain.password_reset_requests drop network;
      create index password_reset_requests_address on plain.password_reset_requests (address, requested_at);
    `);
  }
}

/** Migrations of the tables of password resets. */
export const passwordResetMigrations: readonly Migration[] = [
  MailAndResets1700000001300,
  Accounts1700000002700,
  NetworksOfResetRequests1700000002750,
];
