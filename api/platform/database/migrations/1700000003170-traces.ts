import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `traceparent`: the trace of the batch that made a change, for the push to its watchers to continue; null when it is not traced. */
export class Traces1700000003170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.live_changes add traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.live_changes drop traceparent');
  }
}
