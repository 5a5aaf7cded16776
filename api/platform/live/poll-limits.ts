import { DomainError } from '../domain-error.js';

const PER_PERSON = 10;
/** A school is often one address. */
const PER_NETWORK = 1_000;
const PER_NODE = 5_000;
const RETRY_AFTER_SECONDS = 2;

/** How many polls a node holds at the same time. */
export class PollLimits {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /**
   * Counts one more poll; to be called back when it ends.
   * @throws DomainError 429 for a person, 503 for a network (see `networkOf`) or a node that has too many
   */
  take(userId: string, network: string): () => void {
    const keys = [`user ${userId}`, `network ${network}`];
    const [person, address] = keys.map((key) => this.counts.get(key) ?? 0) as [number, number];
    if (person >= PER_PERSON) {
      const title = 'The platform is open in too many windows. Close some of them.';
      throw new DomainError('TOO_MANY_REQUESTS', title, 429, undefined, RETRY_AFTER_SECONDS);
    }
    if (address >= PER_NETWORK || this.total >= PER_NODE) {
      throw new DomainError('UNAVAILABLE', 'Too many live connections.', 503, undefined, RETRY_AFTER_SECONDS);
    }
    this.total += 1;
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    return () => {
      this.total -= 1;
      for (const key of keys) this.release(key);
    };
  }

  private release(key: string): void {
    const left = (this.counts.get(key) ?? 1) - 1;
    if (left > 0) this.counts.set(key, left);
    else this.counts.delete(key);
  }
}
