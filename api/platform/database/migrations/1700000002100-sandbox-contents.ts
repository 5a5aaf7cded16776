import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is kept in sandboxes, each content under its SHA-256; the log only names it. Of one sandbox each, so that a
 * person's go with the person, and whether one is still named is a question to one stream.
 */
export class SandboxContents1700000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.sandbox_contents (
        sandbox_id uuid not null,
        content_hash text not null check (length(content_hash) = 64),
        user_id uuid not null,
        content text not null,
        stored_at timestamptz not null default now(),
        primary key (sandbox_id, content_hash)
      );
      create index sandbox_contents_owner on plain.sandbox_contents (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.sandbox_contents');
  }
}
