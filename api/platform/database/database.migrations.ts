import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Migration } from './migrate.js';

/**
 * Adds `plain.natural_order(text)`, the key that lists of names are sorted by: case is ignored, and "Class 2" comes before
 * "Class 10", because each number is padded to twenty digits. Does not use an ICU collation: its order changes with the version
 * of the library, and not every server has ICU.
 */
class NaturalOrder1700000002900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      create function plain.natural_order(name text) returns text
      language sql immutable strict parallel safe
      return regexp_replace(
        regexp_replace(lower(name), '(\d+)', '00000000000000000000\1', 'g'), '\d*(\d{20})', '\1', 'g');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function plain.natural_order(text)');
  }
}

/** Migrations with functions that queries of several features use. */
export const databaseMigrations: readonly Migration[] = [NaturalOrder1700000002900];
