import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
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
  /** One statement for all rooms that read in the same turn of the event loop. */
  private readonly loader = new DataLoader<readonly string[], ReadModelPosition>((wanted) => this.load(wanted), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  read(projections: readonly string[]): Promise<ReadModelPosition> {
    return this.loader.load(projections);
  }

  private async load(wanted: readonly (readonly string[])[]): Promise<ReadModelPosition[]> {
    const { rows } = await this.pool.query<{ sequence: string | null; generations: Record<string, number> | null }>({
      name: 'read-model-place',
      text: `select (select sequence from plain.checkpoints where reader = $1) as sequence,
                    (select json_object_agg(name, generation) from plain.projections) as generations`,
      values: [PROJECTOR],
    });
    const sequence = Number(rows[0]!.sequence ?? 0);
    const generations = rows[0]!.generations ?? {};
    return wanted.map((projections) => ({
      sequence,
      generation: projections.reduce((sum, name) => sum + (generations[name] ?? 0), 0),
    }));
  }
}
