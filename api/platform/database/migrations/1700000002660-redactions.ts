import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the role that migrates replace the data of an event, with a signed record that `audit verify` accepts. The application's
 * role may neither call the function nor update the log. `digest` is the expression of `sealing/event-digests.ts`.
 */
export class Redactions1700000002660 implements MigrationInterface {
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
