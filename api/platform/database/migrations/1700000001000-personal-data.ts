import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of the keys of personal data and of claims (docs/architecture.md#personal-data). */
export class PersonalData1700000001000 implements MigrationInterface {
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
