import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * Creates the table of contents of sandboxes, keyed by their SHA-256; the log contains only the hash. Each row belongs to
 * one sandbox: a person's contents are deleted with the person, and one stream shows whether a content is still used.
 */
class SandboxContents1700000002100 implements MigrationInterface {
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

/** Migrations of the tables of sandboxes. */
export const sandboxMigrations: readonly Migration[] = [SandboxContents1700000002100];
