import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { networkOf } from '../client-network.js';
import { DomainError } from '../domain-error.js';
import type { EventMetadata } from '../eventsourcing/message.js';
import { FairQueue } from './fair-queue.js';

/** ASVS appendix C; each costs about 20 ms of one core and 19 MiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One core stays with everybody else: a class's scores must not wait for a rush of sign-ins. And libuv has 4 threads. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Beyond this a newcomer would wait longer than the client does. */
const MAX_WAITING = 100;
/** One school behind one address signs in at once; the rest of the queue stays free for others. */
const MAX_WAITING_PER_SOURCE = 75;
/** Anybody may register: however many do, those who sign in find places. */
const MAX_NEWCOMERS = MAX_WAITING / 4;

/** Whose turn a hash takes when the platform itself asks for it. */
const PLATFORM = 'platform';

/**
 * Whose turn in the queue a hash takes: the account of a signed-in caller, the network of an anonymous one. So a flood from
 * one network delays neither other networks nor people who are signed in.
 */
export function hashingSourceOf({ actorId, address }: Pick<EventMetadata, 'actorId' | 'address'>): string {
  if (actorId === 'system') return PLATFORM;
  return actorId === 'anonymous' ? `network ${networkOf(address ?? '')}` : `account ${actorId}`;
}

/** Password hashing: argon2id with a secret pepper, a bounded number at a time, each source in turn. */
export class Passwords {
  private readonly options: Options;
  private newcomers = 0;
  private readonly queue = new FairQueue({
    running: MAX_RUNNING,
    waitingPerSource: MAX_WAITING_PER_SOURCE,
    waiting: MAX_WAITING,
  });
  private dummy: Promise<string> | undefined;

  constructor(pepper: string) {
    this.options = { ...PARAMETERS, secret: Buffer.from(pepper) };
  }

  /** `source` as of {@link hashingSourceOf}. @throws DomainError 429 or 503 when the queue is full */
  hash(password: string, source: string = PLATFORM): Promise<string> {
    return this.queue.run(source, () => hash(password, this.options));
  }

  /**
   * {@link hash} for a person who registers.
   * @throws DomainError 503 also when registrations take a quarter of the queue already
   */
  async hashOfNewcomer(password: string, source?: string): Promise<string> {
    if (this.newcomers >= MAX_NEWCOMERS) throw tooManyNewcomers();
    this.newcomers += 1;
    try {
      return await this.hash(password, source);
    } finally {
      this.newcomers -= 1;
    }
  }

  /** Takes the same time for a stored hash and for null, so that an unknown name does not answer faster. */
  async verify(stored: string | null, password: string, source: string = PLATFORM): Promise<boolean> {
    // Made outside the queue, which might refuse it: a failure here would be remembered.
    const hashed = stored ?? (await (this.dummy ??= hash('nobody has this password', this.options)));
    const matches = await this.queue.run(source, () => verify(hashed, password, this.options));
    return matches && stored !== null;
  }

  /** True when a hash was made with weaker parameters than today's. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(stored);
    return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost || parallelism < PARAMETERS.parallelism;
  }

  /** Refuses early what hashing would refuse. @throws DomainError 429 or 503 when the queue is full */
  assertRoom(source: string): void {
    this.queue.assertRoom(source);
  }
}

const tooManyNewcomers = (): DomainError =>
  new DomainError('UNAVAILABLE', 'Too many people are registering. Try again.', 503, undefined, 3);
