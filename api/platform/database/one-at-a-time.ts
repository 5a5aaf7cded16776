import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DomainError } from '../domain-error.js';
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

/** By then the caller has been told that it took too long; work nobody waits for must not be done. */
const LONGEST_WAIT_MS = 3_000;

/** Lets work on one thing happen one at a time in this process, in the order it was asked for. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** @throws DomainError 503 when the turn comes too late. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const turn = (this.last.get(key) ?? Promise.resolve()).then(() => {
      if (performance.now() - asked <= LONGEST_WAIT_MS) return work();
      throw new DomainError('UNAVAILABLE', 'Too many people want this at once. Try again.', 503, undefined, 2);
    });
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, over);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === over) this.last.delete(key);
    }
  }
}
