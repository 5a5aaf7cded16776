import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../database/migrate.js';

/**
 * Creates the schemas and the log. Readers order by (epoch, transaction_id, position) and stop before the oldest running
 * transaction, so an event that commits late is never skipped. A new epoch begins only when the database was restored into
 * another cluster, whose transaction ids start anew. `stream` sorts by bytes because stream names are never listed in
 * alphabetical order, and such an index is cheaper.
 */
class EventLog1700000000000 implements MigrationInterface {
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

/** Adds keys of the people whose data is encrypted in the log, and claims on values that must be unique. */
class PersonalData1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.subject_keys (
        subject_id uuid primary key,
        wrapped_key bytea not null,
        created_at timestamptz not null default now()
      );

      create table plain.claims (
        kind text not null,
        hmac bytea not null,
        owner_id uuid not null,
        owner_stream text collate "C" not null,
        state text not null check (state in ('pending', 'confirmed')),
        expires_at timestamptz,
        primary key (kind, hmac),
        check ((state = 'pending') = (expires_at is not null))
      );
      create index claims_owner on plain.claims (owner_id);
      create index claims_pending on plain.claims (expires_at) where state = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.claims, plain.subject_keys');
  }
}

/**
 * Adds tombstones of erased people, which prevent a new key. Without them an event about an erased person created a second key,
 * under which older events could not be decrypted. The erasures in the log repair that. The reactor `erased-people` repairs a log
 * in KurrentDB.
 */
class ErasedSubjects1700000002650 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.erased_subjects (
        subject_id uuid primary key,
        erased_at timestamptz not null default now()
      );

      insert into plain.erased_subjects (subject_id, erased_at)
      select (data->>'userId')::uuid, min(recorded_at) from log.events where type = 'PersonalDataErased' group by 1;

      delete from plain.subject_keys where subject_id in (select subject_id from plain.erased_subjects);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.erased_subjects');
  }
}

/**
 * Claims each value under every HMAC key of the platform, with one row each. `held_as` is the hash that the owner's event carries,
 * null where it equals the row's own hash.
 */
class ClaimsOfSeveralKeys1700000002670 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.claims add column held_as bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.claims drop column held_as');
  }
}

/** Adds `plain.log_location`, one row that names the engine of this database's log. The first start or a restore writes it. */
class LogLocation1700000003110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.log_location (
        only_row boolean primary key default true check (only_row),
        engine text not null check (engine in ('postgres', 'kurrentdb')),
        recorded_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.log_location');
  }
}

/**
 * Ties each epoch to the timeline of the server it was opened on. A promoted standby, or a server that recovered to a point in
 * time, continues on a new timeline and may lack the newest events. Nodes may then hold positions and rows that the server has
 * never stored.
 */
class Timelines1700000003120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Not pg_control_checkpoint(): it names the old timeline until the first checkpoint after a promotion.
      create function log.timeline() returns integer language sql stable as $$
        select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
      $$;

      alter table log.epochs add column timeline integer;
      update log.epochs set timeline = log.timeline() where epoch = (select max(epoch) from log.epochs);
      alter table log.epochs alter column timeline set default log.timeline();

      -- The epoch of new events. Appends fail on a timeline that has none.
      create function log.current_epoch() returns integer language plpgsql stable as $$
      declare
        newest record;
      begin
        select epoch, timeline into newest from log.epochs order by epoch desc limit 1;
        if newest.timeline is distinct from log.timeline() then
          raise exception 'The log has no epoch on timeline % of this database server.', log.timeline()
            using errcode = 'RR001', hint = 'Restart the platform or run "npm run cli -- migrate".';
        end if;
        return newest.epoch;
      end $$;

      -- False on another timeline, in another cluster, and where transaction ids are behind those of the newest events.
      create function log.is_epoch_current() returns boolean language sql stable as $$
        select coalesce((
          select last.timeline = log.timeline()
            and last.system_identifier = (select system_identifier from pg_control_system())
            and coalesce((
              select e.transaction_id from log.events e where e.epoch = last.epoch
              order by e.transaction_id desc, e.position desc limit 1
            ) < pg_snapshot_xmax(pg_current_snapshot()), true)
          from log.epochs last order by last.epoch desc limit 1), false)
      $$;

      -- Opens the next epoch where it is due and returns the name of the current one. The application's role may call this and
      -- cannot write epochs otherwise. Generations and the leader's epoch continue at the current second, so that no two
      -- histories which began with the same backup or primary share one.
      create function log.enter_epoch() returns text language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
      declare
        second bigint := extract(epoch from clock_timestamp());
      begin
        if pg_is_in_recovery() then
          raise exception 'The database server is a standby.' using errcode = 'cannot_connect_now';
        end if;
        if not log.is_epoch_current() then
          perform pg_advisory_xact_lock(7236404);
          if not log.is_epoch_current() then
            insert into log.epochs (epoch, system_identifier)
            select (select coalesce(max(epoch), 0) + 1 from log.epochs), system_identifier from pg_control_system();
            update plain.projections set generation = greatest(generation + 1, second);
            update plain.leases set epoch = greatest(epoch + 1, second), expires_at = clock_timestamp();
            update plain.checkpoints set leader_epoch = greatest(leader_epoch + 1, second);
          end if;
        end if;
        return (select epoch || ' opened at ' || opened_at from log.epochs order by epoch desc limit 1);
      end $$;
      revoke execute on function log.enter_epoch() from public;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function log.enter_epoch(), log.is_epoch_current(), log.current_epoch();
      alter table log.epochs drop column timeline;
      drop function log.timeline();
    `);
  }
}

/** Adds the name of a log outside the database and the position of its first event, see `recognizing/known-log.ts`. */
class LogNames1700000003310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.log_location add column log_name text, add column first_position text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.log_location drop column log_name, drop column first_position');
  }
}

/** Adds the id of the platform in the metadata of its events in KurrentDB, see `recognizing/log-owner.ts`. */
class PlatformIds1700000003410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.log_location add column platform_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.log_location drop column platform_id');
  }
}

/** Migrations of the log, the keys of people, and claims. */
export const eventSourcingMigrations: readonly Migration[] = [
  EventLog1700000000000,
  PersonalData1700000001000,
  ErasedSubjects1700000002650,
  ClaimsOfSeveralKeys1700000002670,
  LogLocation1700000003110,
  Timelines1700000003120,
  LogNames1700000003310,
  PlatformIds1700000003410,
];
