import { DomainError } from '../domain-error.js';

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
