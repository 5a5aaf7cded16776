import { DomainError } from '../domain-error.js';

const RETRY_AFTER_SECONDS = 3;

/** Bounds of a {@link FairQueue}. */
export interface FairQueueLimits {
  /** Maximum number of running jobs. */
  readonly running: number;
  /** Maximum number of waiting jobs of one source. */
  readonly waitingPerSource: number;
  /** Maximum number of waiting jobs of all sources. */
  readonly waiting: number;
}

interface Waiter {
  readonly start: () => void;
  readonly reject: (refusal: DomainError) => void;
}

/**
 * Runs a limited number of jobs at a time, and serves the sources of waiting jobs in turn. A flood from one source delays
 * another source by one job only. When the queue is full, a job of another source replaces the last job of the longest line.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** Waiting jobs by source, in the order of turns. */
  private readonly lines = new Map<string, Waiter[]>();

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs a job when it is its turn.
   * @throws DomainError 429 when too many jobs of this source wait, 503 when too many jobs wait in total
   */
  async run<T>(source: string, job: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.running) this.running += 1;
    else await this.wait(source);
    try {
      return await job();
    } finally {
      this.next();
    }
  }

  /**
   * Rejects a source whose job {@link run} would reject at this moment.
   * @throws DomainError 429 or 503
   */
  assertCapacity(source: string): void {
    const own = this.lines.get(source)?.length ?? 0;
    if (own >= this.limits.waitingPerSource) throw tooManyOfSource();
    if (this.waiting >= this.limits.waiting && this.longest().length <= own + 1) throw tooManyOfAll();
  }

  private wait(source: string): Promise<void> {
    this.assertCapacity(source);
    if (this.waiting >= this.limits.waiting) this.dropLastOf(this.longest());
    return new Promise<void>((start, reject) => {
      const line = this.lines.get(source) ?? [];
      line.push({ start, reject });
      this.lines.set(source, line);
      this.waiting += 1;
    });
  }

  /** Gives the slot of a finished job to the next source in turn. */
  private next(): void {
    const [turn] = this.lines;
    if (!turn) {
      this.running -= 1;
      return;
    }
    const [source, line] = turn;
    const waiter = line.shift()!;
    this.lines.delete(source);
    if (line.length > 0) this.lines.set(source, line);
    this.waiting -= 1;
    waiter.start();
  }

  private longest(): Waiter[] {
    return [...this.lines.values()].reduce((longest, line) => (line.length > longest.length ? line : longest), []);
  }

  /** Rejects the last job of a line. {@link assertCapacity} guarantees that at least one job remains. */
  private dropLastOf(line: Waiter[]): void {
    line.pop()!.reject(tooManyOfAll());
    this.waiting -= 1;
  }
}

const tooManyOfSource = (): DomainError =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'Too many people are signing in from your network. Try again in a moment.',
    429,
    undefined,
    RETRY_AFTER_SECONDS,
  );

const tooManyOfAll = (): DomainError =>
  new DomainError('UNAVAILABLE', 'Too many people are signing in. Try again.', 503, undefined, RETRY_AFTER_SECONDS);
