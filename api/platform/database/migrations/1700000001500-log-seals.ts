import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Seals of the log, one for each thousand events: what lay there when it was sealed, signed with a key that is not in the
 * database. `entries` is 24 bytes an event (its id and the begin of its hash), so that a look finds which event is wrong.
 * Append-only like the log; the primary key lets nobody seal the same part twice.
 */
export class LogSeals1700000001500 implements MigrationInterface {
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
