import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DomainError } from '../domain-error.js';
import { POOL } from './pool.js';
import { inTransaction } from './transaction.js';

/** Number of locks that a node holds at a time. Each keeps one connection of the pool while its work needs further connections. */
const MAX_LOCKS = 4;

/** Serializes work on one thing across all nodes, for checks of one stream that an append to another stream may invalidate. */
@Injectable()
export class OneAtATime {
  private readonly turns = new Turns();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** @throws DomainError 503 when the turn comes too late. */
  async run<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const turn = String(thing.charCodeAt(thing.length - 1) % MAX_LOCKS);
    return this.turns.run(turn, () =>
      inTransaction(this.pool, async (client) => {
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [thing]);
        return work();
      }),
    );
  }
}

/** Longest time in the queue. After it the caller has already received a timeout, so the work must not run any more. */
const LONGEST_WAIT_MS = 3_000;

/** Serializes work on one thing in this process, in the order of the calls. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** @throws DomainError 503 when the turn comes too late. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queuedAt = performance.now();
    const turn = (this.last.get(key) ?? Promise.resolve()).then(() => {
      if (performance.now() - queuedAt <= LONGEST_WAIT_MS) return work();
      throw new DomainError(
        'UNAVAILABLE',
        'Too many people are changing this at the same time. Try again.',
        503,
        undefined,
        2,
      );
    });
    const done = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, done);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}
