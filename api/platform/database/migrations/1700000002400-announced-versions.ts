import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of a read model that is about to serve: nodes of both builds are told a moment before. */
export class AnnouncedVersions1700000002400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.projections add column announced_version integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table plain.projections drop column announced_version');
  }
}
