import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../database/pool.js';
import { PROJECTOR } from './write-batch.js';

/** Progress of the read models, and the number of rebuilds of the named ones. */
export interface ReadModelPosition {
  readonly sequence: number;
  readonly generation: number;
}

/**
 * Reads the progress of the read models. Call it before reading rows: the rows are then never older than the progress, so a watcher
 * misses no change.
 */
@Injectable()
export class ReadModelPositions {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async read(projections: readonly string[]): Promise<ReadModelPosition> {
    const { rows } = await this.pool.query<{ sequence: string | null; generation: string | null }>({
      name: 'read-model-place',
      text: `select (select sequence from plain.checkpoints where reader = $1) as sequence,
                    (select sum(generation) from plain.projections where name = any ($2)) as generation`,
      values: [PROJECTOR, projections],
    });
    return { sequence: Number(rows[0]!.sequence ?? 0), generation: Number(rows[0]!.generation ?? 0) };
  }
}
