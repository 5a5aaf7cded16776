import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the answer to a help request to the presence of a student: the request's id, the member of staff who is on the way,
 * and when the request was resolved.
 */
export class HelpRequests1700000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.presence
        add column help_id uuid,
        add column helper_id uuid,
        add column help_resolved_at timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table plain.presence drop column help_id, drop column helper_id, drop column help_resolved_at;
    `);
  }
}
