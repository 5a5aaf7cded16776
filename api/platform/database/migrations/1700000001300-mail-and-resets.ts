import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails to be sent, one row an event and recipient, and what proves a password reset. No address, no text and no token lies
 * here: addresses come from the log, tokens and codes are derived from the reset's id, and only their hashes are kept.
 */
export class MailAndResets1700000001300 implements MigrationInterface {
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
