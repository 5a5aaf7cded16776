import type { Pool, PoolClient } from 'pg';
import { isConnectionFailure } from '../failures.js';

/** Questions one after the other on one connection: a node that has none to spare is not asked for more. */
export class OneConnection {
  private readonly connection: Promise<PoolClient>;
  private last: Promise<unknown>;
  private broken = false;

  constructor(pool: Pool) {
    this.connection = pool.connect();
    this.last = this.connection;
  }

  /** @throws what connecting or the question failed with. */
  async ask<T>(read: (client: PoolClient) => Promise<T>): Promise<T> {
    const answer = this.last.catch(() => undefined).then(async () => read(await this.connection));
    this.last = answer;
    try {
      return await answer;
    } catch (error) {
      this.broken ||= isConnectionFailure(error);
      throw error;
    }
  }

  /** Gives the connection back once everything that was asked is answered; one that broke is not used again. */
  release(): void {
    this.last
      .catch(() => undefined)
      .then(async () => (await this.connection).release(this.broken))
      .catch(() => undefined);
  }
}
