import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tombstones of erased people: no key is made for them again. Before there were any, an event about an erased person made a
 * second key, under which their older events could not be decrypted; the erasures in the log repair that. A log in KurrentDB
 * is repaired by the reactor `erased-people`.
 */
export class ErasedSubjects1700000002650 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table plain.erased_subjects (
        subject_id uuid primary key,
        erased_at timestamptz not null default now()
      );

      insert into plain.erased_subjects (subject_id, erased_at)
      select (data->>'userId')::uuid, min(recorded_at) from log.events where type = 'PersonalDataErased' group by 1;

      delete from plain.subject_keys where subject_id in (select subject_id from plain.erased_subjects);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plain.erased_subjects');
  }
}
