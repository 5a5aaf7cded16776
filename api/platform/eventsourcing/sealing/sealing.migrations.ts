import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../database/migrate.js';

/**
 * Adds seals of the log, one for each thousand events, signed with a key that is not in the database. `entries` stores 24 bytes per
 * event, its id and the start of its hash, so that verification can identify the event that differs. Seals are append-only like the
 * log. The primary key prevents a second seal of the same part.
 */
class LogSeals1700000001500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table log.seals (
        number bigint primary key check (number > 0),
        first_position text not null,
        last_position text not null,
        events integer not null check (events > 0),
        total bigint not null,
        entries bytea not null,
        head bytea not null,
        leader_epoch bigint not null,
        sealed_at timestamptz not null,
        signature bytea not null
      );
      alter table log.seals alter entries set storage external;

      create trigger seals_are_append_only before update or delete or truncate on log.seals
        for each statement execute function log.refuse_rewriting();
    `);
  }

  async down(): Promise<void> {
    throw new Error('The seals of the event log are never dropped.');
  }
}

/** Gives each log its own chain: the log in PostgreSQL, and each KurrentDB that it was copied to. */
class SealsOfLogs1700000002300 implements MigrationInterface {
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

/**
 * Allows the role that migrates to replace the data of an event, with a signed record that `audit verify` accepts. The
 * application's role may neither call the function nor update the log. `digest` is the expression of `sealing/event-digests.ts`.
 */
class Redactions1700000002660 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const digest = `sha256(record_send(row(e.epoch, e.transaction_id, e.position, e.stream, e.version, e.event_id, e.type,
      e.data, e.metadata, e.recorded_at)))`;
    await runner.query(`
      create table log.redactions (
        event_id uuid not null,
        old_digest bytea not null,
        new_digest bytea not null,
        subject_id uuid not null,
        reason text not null,
        redacted_at timestamptz not null,
        signature bytea not null,
        primary key (event_id, new_digest)
      );
      create trigger redactions_are_append_only before update or delete or truncate on log.redactions
        for each statement execute function log.refuse_rewriting();

      create or replace function log.refuse_rewriting() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and tg_table_name = 'events' and current_setting('ready_room.redacting', true) = 'on' then
          return null;
        end if;
        raise exception 'the event log is append-only';
      end $$;

      create function log.redact_event(
        redacted uuid, expected_digest bytea, redacted_data jsonb, resulting_digest bytea, subject uuid, why text,
        at timestamptz, signed bytea
      ) returns void language plpgsql as $$
      begin
        perform set_config('ready_room.redacting', 'on', true);
        update log.events e set data = redacted_data where e.event_id = redacted and ${digest} = expected_digest;
        if not found then
          raise exception 'event % is not as it was read', redacted;
        end if;
        perform set_config('ready_room.redacting', '', true);
        if not exists (select from log.events e where e.event_id = redacted and ${digest} = resulting_digest) then
          raise exception 'event % has another digest than was signed', redacted;
        end if;
        insert into log.redactions values (redacted, expected_digest, resulting_digest, subject, why, at, signed);
      end $$;
      revoke execute on function log.redact_event from public;
    `);
  }

  async down(): Promise<void> {
    throw new Error('The records of redactions are never dropped.');
  }
}

/** Adds the signed records of accepted restores, see `accepted-restore.ts`. They are append-only like the seals. */
class AcceptedRestores1700000003320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table log.accepted_restores (
        number integer primary key,
        log text not null,
        after_seal bigint not null,
        last_position text not null,
        last_event_id uuid not null,
        last_recorded_at timestamptz not null,
        kept bigint not null,
        lost bigint not null,
        lost_until timestamptz not null,
        accepted_at timestamptz not null,
        head bytea not null,
        signature bytea not null
      );
      create trigger accepted_restores_are_append_only before update or delete or truncate on log.accepted_restores
        for each statement execute function log.refuse_rewriting();
    `);
  }

  async down(): Promise<void> {
    throw new Error('The records of accepted restores are never dropped.');
  }
}

/** Migrations of the seals, redactions and accepted restores of the log. */
export const sealingMigrations: readonly Migration[] = [
  LogSeals1700000001500,
  SealsOfLogs1700000002300,
  Redactions1700000002660,
  AcceptedRestores1700000003320,
];
