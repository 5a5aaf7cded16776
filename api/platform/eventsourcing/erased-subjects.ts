import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../database/pool.js';

/** Reads the tombstones of `plain.erased_subjects`: people whose personal data was erased for good. */
@Injectable()
export class ErasedSubjects {
  constructor(@Inject(POOL) private readonly pool: Pick<Pool, 'query'>) {}

  /** Returns whether a person was erased. No event may be recorded with an erased person as its actor. */
  async has(subjectId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('select from plain.erased_subjects where subject_id = $1', [subjectId]);
    return rowCount === 1;
  }
}

/** Replaces a person's key by a tombstone; safe to repeat. The tombstone is written first, so that no new key is created meanwhile. */
export async function eraseKey(client: Pick<Pool, 'query'>, subjectId: string): Promise<void> {
  await client.query('insert into plain.erased_subjects (subject_id) values ($1) on conflict do nothing', [subjectId]);
  await client.query('delete from plain.subject_keys where subject_id = $1', [subjectId]);
}
