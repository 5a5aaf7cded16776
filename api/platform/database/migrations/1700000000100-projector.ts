import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the projector keeps about itself. Kept apart from the read models so that a read model can be thrown away.
 * `live_changes` is the only thing nodes follow; one writer (the leader), so `sequence > mine` never skips.
 */
export class Projector1700000000100 implements MigrationInterface {
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
