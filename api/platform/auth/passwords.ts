import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import type { PasswordCost } from '../../config-settings.js';
import { networkOf } from '../client-network.js';
import { DomainError } from '../domain-error.js';
import type { EventMetadata } from '../eventsourcing/message.js';
import { FairQueue } from './fair-queue.js';

/** Parameters of ASVS appendix C. Each hash takes about 20 ms of one core and 19 MiB. */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MARK_LENGTH = 16;

/** Hashes at a time. Leaves one core free, so that a class's scores do not wait for a rush of sign-ins; libuv has 4 threads. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Hashes that may wait. In a longer queue, a client would time out before its hash is done. */
const MAX_WAITING = 100;
/** Enough for a school behind one address that signs in at the same time. The rest of the queue stays free for other sources. */
const MAX_WAITING_PER_SOURCE = 75;
/** Share of registrations in the queue, so that a flood of registrations does not keep users from signing in. */
const MAX_NEWCOMERS = MAX_WAITING / 4;

/** Source of hashes that the platform itself requests. */
const PLATFORM = 'platform';

/**
 * Returns the source of a hash in the queue: the account of a signed-in caller, the network of an anonymous caller. A flood from one
 * network therefore delays neither other networks nor signed-in callers.
 */
export function hashingSourceOf({ actorId, address }: Pick<EventMetadata, 'actorId' | 'address'>): string {
  if (actorId === 'system') return PLATFORM;
  return actorId === 'anonymous' ? `network ${networkOf(address ?? '')}` : `account ${actorId}`;
}

/** A pepper with the mark that names it in stored hashes. */
interface Pepper {
  readonly mark: string;
  readonly options: Options;
}

/** Returns the prefix of hashes that are made with this pepper while several peppers are configured. */
export const pepperMark = (pepper: string): string =>
  createHash('sha256').update(`ready-room pepper ${pepper}`).digest('hex').slice(0, MARK_LENGTH);

/** Hashes and verifies passwords with argon2id and a secret pepper, a limited number at a time, each source in turn. */
export class Passwords {
  private readonly peppers: readonly Pepper[];
  private newcomers = 0;
  private readonly queue = new FairQueue({
    running: MAX_RUNNING,
    waitingPerSource: MAX_WAITING_PER_SOURCE,
    waiting: MAX_WAITING,
  });
  private dummy: Promise<string> | undefined;

  /** @param peppers newest first: new hashes use the newest, and every hash is verified with the pepper that it was made with */
  constructor(
    peppers: readonly string[],
    private readonly cost: PasswordCost = COST,
  ) {
    this.peppers = peppers.map((pepper) => ({
      mark: pepperMark(pepper),
      options: { ...cost, secret: Buffer.from(pepper) },
    }));
  }

  /**
   * Hashes a password with the newest pepper. The hash names its pepper only while several are configured.
   * @param source source in the queue, see {@link hashingSourceOf}
   * @throws DomainError 429 or 503 when the queue is full
   */
  hash(password: string, source: string = PLATFORM): Promise<string> {
    return this.queue.run(source, () => this.hashNow(password));
  }

  /**
   * Same as {@link hash}, for a person who registers.
   * @throws DomainError 429 or 503 when the queue is full; 503 when registrations already take a quarter of the queue
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

  /**
   * Verifies a password against a stored hash; null for an unknown account. A wrong password takes one check per pepper, whether or
   * not the account exists and whichever pepper its hash was made with, so response times do not reveal accounts.
   */
  async verify(stored: string | null, password: string, source: string = PLATFORM): Promise<boolean> {
    // Hashed outside the queue, which might reject it: the rejected promise would be kept.
    const known = stored ?? (await (this.dummy ??= this.hashNow('nobody has this password')));
    const matches = await this.queue.run(source, () => this.matchesAny(known, password));
    return matches && stored !== null;
  }

  /** Returns whether a hash was made with an older pepper, or with weaker parameters than the current ones. */
  isOutdated(stored: string): boolean {
    const { mark, hashed } = partsOf(stored);
    const [newest, ...older] = this.peppers;
    if (older.length > 0 && mark !== newest!.mark) return true;
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed);
    return memoryCost < this.cost.memoryCost || timeCost < this.cost.timeCost || parallelism < this.cost.parallelism;
  }

  private async hashNow(password: string): Promise<string> {
    const { mark, options } = this.peppers[0]!;
    const hashed = await hash(password, options);
    return this.peppers.length > 1 ? mark + hashed : hashed;
  }

  /** Checks a password with all peppers, the marked one first. A hash without a mark may be of any configured pepper. */
  private async matchesAny(stored: string, password: string): Promise<boolean> {
    const { mark, hashed } = partsOf(stored);
    const candidates = this.peppers.filter((pepper) => pepper.mark === mark);
    const others = this.peppers.filter((pepper) => pepper.mark !== mark);
    for (const { options } of [...candidates, ...others]) if (await verify(hashed, password, options)) return true;
    return false;
  }

  /**
   * Rejects early, without hashing, when the queue has no room for this source.
   * @throws DomainError 429 or 503 when the queue is full
   */
  assertCapacity(source: string): void {
    this.queue.assertCapacity(source);
  }
}

const tooManyNewcomers = (): DomainError =>
  new DomainError('UNAVAILABLE', 'Too many people are registering. Try again.', 503, undefined, 3);

/** Splits a stored hash into its mark, which may be empty, and the rest. */
function partsOf(stored: string): { mark: string; hashed: string } {
  const start = stored.indexOf('$');
  return { mark: stored.slice(0, start), hashed: stored.slice(start) };
}
