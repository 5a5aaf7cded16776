import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Refused requests: failed sign-ins, 403s and 429s, one row for the repeats of a minute, kept for 90 days. `name_hmac` is the hash of the
 * name that an anonymous caller tried, which may be a password typed into the wrong field.
 */
class SecurityEvents1700000002760 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.security_events (
        id uuid primary key,
        kind text not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        count integer not null,
        actor_id uuid,
        tried_user_id uuid,
        name_hmac bytea,
        names integer,
        network text,
        address text,
        request_id text,
        route text,
        code text
      );
      create index security_events_time on plain.security_events (last_at, id);
      create index security_events_kind on plain.security_events (kind, last_at, id);
      create index security_events_actor on plain.security_events (actor_id, last_at) where actor_id is not null;
      create index security_events_tried on plain.security_events (tried_user_id, last_at) where tried_user_id is not null;
      create index security_events_network on plain.security_events (network, last_at, id);
      create index sign_in_attempts_failed on plain.sign_in_attempts (attempted_at) where not forgiven;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.security_events; drop index plain.sign_in_attempts_failed;');
  }
}

/** Migrations of the tables of security events. */
export const securityEventMigrations: readonly Migration[] = [SecurityEvents1700000002760];
