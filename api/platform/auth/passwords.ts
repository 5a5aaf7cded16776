import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { DomainError } from '../domain-error.js';

/** ASVS appendix C; each costs about 20 ms of one core and 19 MiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One core stays with everybody else: a class's scores must not wait for a rush of sign-ins. And libuv has 4 threads. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Beyond this a newcomer would wait longer than the client does. */
const MAX_WAITING = 100;
/** Anybody may register: however many do, those who sign in find places. */
const MAX_NEWCOMERS = MAX_WAITING / 4;

/** Password hashing: argon2id with a secret pepper, a bounded number at a time. */
export class Passwords {
  private readonly options: Options;
  private running = 0;
  private newcomers = 0;
  private readonly waiting: (() => void)[] = [];
  private dummy: Promise<string> | undefined;

  constructor(pepper: string) {
    this.options = { ...PARAMETERS, secret: Buffer.from(pepper) };
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, this.options));
  }

  /**
   * {@link hash} for somebody who registers.
   * @throws DomainError 503 when a quarter of the queue's places is theirs already
   */
  async hashOfNewcomer(password: string): Promise<string> {
    if (this.newcomers >= MAX_NEWCOMERS) throw tooMany('registering');
    this.newcomers += 1;
    try {
      return await this.hash(password);
    } finally {
      this.newcomers -= 1;
    }
  }

  /** Takes the same time for a stored hash and for null, so that an unknown name does not answer faster. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const hashed = stored ?? (await (this.dummy ??= this.hash('nobody has this password')));
    const matches = await this.inTurn(() => verify(hashed, password, this.options));
    return matches && stored !== null;
  }

  /** True when a hash was made with weaker parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost || parallelism < PARAMETERS.parallelism;
  }

  /** Tells early what hashing would answer. @throws DomainError 503 when the queue is full. */
  assertRoom(): void {
    if (this.waiting.length < MAX_WAITING) return;
    throw tooMany('signing in');
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= MAX_RUNNING) {
      this.assertRoom();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

const tooMany = (doing: string): DomainError =>
  new DomainError('UNAVAILABLE', `Too many people are ${doing}. Try again.`, 503, undefined, 3);
