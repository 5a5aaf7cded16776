import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../database/migrate.js';

/**
 * Adds the projector's state, separate from the read models so that a read model can be dropped. Nodes follow `live_changes`. Only
 * the leader writes it, so `sequence > mine` never skips a change.
 */
class Projector1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.leases (
        name text primary key,
        epoch bigint not null,
        holder text not null,
        expires_at timestamptz not null
      );

      create table plain.projections (
        name text primary key,
        live_version integer not null,
        generation bigint not null,
        rebuild_requested_at timestamptz
      );

      create table plain.checkpoints (
        reader text primary key,
        position text not null,
        event_id uuid,
        stream text collate "C",
        version integer,
        sequence bigint not null,
        leader_epoch bigint not null
      );

      create table plain.stream_heads (
        stream text collate "C" primary key,
        version integer not null
      );

      create table plain.live_changes (
        sequence bigint not null,
        topic text not null,
        id text not null,
        changed_at timestamptz not null default now(),
        primary key (sequence, topic, id)
      );
      create index live_changes_changed_at on plain.live_changes (changed_at);

      create table plain.dead_letters (
        reader text not null,
        stream text collate "C" not null,
        version integer not null,
        event_id uuid not null,
        sequence bigint not null,
        reason text not null,
        parked_at timestamptz not null default now(),
        primary key (reader, stream, version)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table plain.dead_letters, plain.live_changes, plain.stream_heads, plain.checkpoints, plain.projections, plain.leases',
    );
  }
}

/** Adds the version of a read model that will be served next, announced to the nodes of both builds. */
class AnnouncedVersions1700000002400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.projections add column announced_version integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.projections drop column announced_version');
  }
}

/**
 * Adds the workers that can lead, each with the read models that its build knows (`gradebook_v2`). `build` is the sum of the newest
 * versions and grows with every release that changes a read model. Rows are updated every second and not needed after a crash.
 */
class LeaderCandidates1700000003130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table plain.leader_candidates (
        node_id uuid primary key,
        seen_at timestamptz not null,
        read_models text[] not null,
        build integer not null
      ) with (fillfactor = 50)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.leader_candidates');
  }
}

/** Adds `traceparent`, the trace of the batch that made a change. The push to watchers continues the trace; null when not traced. */
class Traces1700000003170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.live_changes add traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.live_changes drop traceparent');
  }
}

/** Migrations of the projector, its leader and the changes it publishes. */
export const projectingMigrations: readonly Migration[] = [
  Projector1700000000100,
  AnnouncedVersions1700000002400,
  LeaderCandidates1700000003130,
  Traces1700000003170,
];
