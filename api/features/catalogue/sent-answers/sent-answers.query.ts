import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';

@Injectable()
export class SentAnswersQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns whether players receive the correct answers with this catalogue. */
  async areSent(catalogueId: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ sent: boolean }>({
      name: 'sent-answers',
      text: 'select sent from read.sent_answers where catalogue_id = $1',
      values: [catalogueId],
    });
    return rows[0]?.sent ?? false;
  }
}
