import { DomainError } from '../domain-error.js';

const RETRY_AFTER_SECONDS = 3;

/** Bounds of a {@link FairQueue}. */
export interface FairQueueLimits {
  /** Jobs that run at the same time. */
  readonly running: number;
  /** Jobs of one source that wait. */
  readonly waitingPerSource: number;
  /** Jobs of all sources that wait. */
  readonly waiting: number;
}

interface Waiter {
  readonly start: () => void;
  readonly reject: (refusal: DomainError) => void;
}

/**
 * Runs a bounded number of jobs at a time and serves the sources of the others in turn, so that a flood from one source
 * delays another source by one job and not by the whole queue. When the queue is full, a job of another source takes the
 * last place of the longest line.
 */
export class FairQueue {
  private running = 0;
  private waiting = 0;
  /** Waiting jobs by source; the order of the keys is the order of turns. */
  private readonly lines = new Map<string, Waiter[]>();

  constructor(private readonly limits: FairQueueLimits) {}

  /** @throws DomainError 429 when too many jobs of this source wait, 503 when too many wait altogether. */
  async run<T>(source: string, job: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.running) this.running += 1;
    else await this.wait(source);
    try {
      return await job();
    } finally {
      this.next();
    }
  }

  /** Refuses what {@link run} would refuse now. @throws DomainError 429 or 503 */
  assertRoom(source: string): void {
    const own = this.lines.get(source)?.length ?? 0;
    if (own >= this.limits.waitingPerSource) throw tooManyOfSource();
    if (this.waiting >= this.limits.waiting && this.longest().length <= own + 1) throw tooManyOfAll();
  }

  private wait(source: string): Promise<void> {
    this.assertRoom(source);
    if (this.waiting >= this.limits.waiting) this.dropLastOf(this.longest());
    return new Promise<void>((start, reject) => {
      const line = this.lines.get(source) ?? [];
      line.push({ start, reject });
      this.lines.set(source, line);
      this.waiting += 1;
    });
  }

  /** Hands the slot of a finished job to the source whose turn it is. */
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

  /** The line keeps at least one job, see {@link assertRoom}. */
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
