import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';

/** Reads the tombstones of `plain.erased_subjects`: people whose personal data was erased for good. */
@Injectable()
export class ErasedSubjects {
  constructor(@Inject(POOL) private readonly pool: Pick<Pool, 'query'>) {}

  /** Whether a person was erased; nothing may be recorded as them any more. */
  async has(subjectId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('select from plain.erased_subjects where subject_id = $1', [subjectId]);
    return rowCount === 1;
  }
}

/** Replaces a person's key by a tombstone; safe to repeat. The tombstone comes first, so that no other key is made between. */
export async function eraseKey(client: Pick<Pool, 'query'>, subjectId: string): Promise<void> {
  await client.query('insert into plain.erased_subjects (subject_id) values ($1) on conflict do nothing', [subjectId]);
  await client.query('delete from plain.subject_keys where subject_id = $1', [subjectId]);
}
