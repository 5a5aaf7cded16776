import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Turns } from '../eventsourcing/turns.js';
import { POOL } from './pool.js';
import { inTransaction } from './transaction.js';

/** On a node: each holds a connection while its work needs others, of which there must be enough. */
const AT_ONCE = 4;

/** Lets work on one thing happen one at a time on all nodes, for checks of one stream that another stream's append may spoil. */
@Injectable()
export class OneAtATime {
  private readonly turns = new Turns();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** @throws DomainError 503 when the turn comes too late. */
  async during<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const turn = String(thing.charCodeAt(thing.length - 1) % AT_ONCE);
    return this.turns.take(turn, () =>
      inTransaction(this.pool, async (client) => {
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [thing]);
        return work();
      }),
    );
  }
}
