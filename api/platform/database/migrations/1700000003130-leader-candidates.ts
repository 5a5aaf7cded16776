import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The workers that can lead, each with the read models its build knows (`gradebook_v2`). `build` grows with every release that
 * changes a read model: the sum of the newest versions. Written every second and worth nothing after a crash.
 */
export class LeaderCandidates1700000003130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table plain.leader_candidates (
        node_id uuid primary key,
        seen_at timestamptz not null,
        read_models text[] not null,
        build integer not null
      ) with (fillfactor = 50)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.leader_candidates');
  }
}
