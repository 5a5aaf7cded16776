import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log. Readers order by (epoch, transaction_id, position) and stop before the oldest running transaction, so a late
 * commit is never skipped; the epoch is raised only when the database was restored into another cluster, whose transaction
 * ids start anew. `stream` sorts by bytes: nobody reads stream names in alphabetical order, and the index is smaller work.
 */
export class EventLog1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema log;
      create schema read;
      create schema rebuild;
      create schema jobs;
      create schema plain;

      create table log.epochs (
        epoch integer primary key,
        system_identifier bigint not null,
        opened_in xid8 not null default pg_current_xact_id(),
        opened_at timestamptz not null default now()
      );

      create table log.events (
        epoch integer not null,
        version integer not null check (version >= 0),
        transaction_id xid8 not null default pg_current_xact_id(),
        position bigint generated always as identity,
        recorded_at timestamptz not null default now(),
        event_id uuid not null,
        stream text collate "C" not null,
        type text collate "C" not null,
        data jsonb not null,
        metadata jsonb not null,
        primary key (epoch, transaction_id, position),
        constraint events_stream_version unique (stream, version),
        constraint events_event_id unique (event_id)
      );

      create function log.refuse_rewriting() returns trigger language plpgsql as $$
      begin
        raise exception 'the event log is append-only';
      end $$;
      create trigger events_are_append_only before update or delete or truncate on log.events
        for each statement execute function log.refuse_rewriting();
    `);
  }

  async down(): Promise<void> {
    throw new Error('The event log is never dropped.');
  }
}
