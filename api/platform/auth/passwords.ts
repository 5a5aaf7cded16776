import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { networkOf } from '../client-network.js';
import { DomainError } from '../domain-error.js';
import type { EventMetadata } from '../eventsourcing/message.js';
import { FairQueue } from './fair-queue.js';

/** ASVS appendix C; each costs about 20 ms of one core and 19 MiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const MARK_LENGTH = 16;

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

/** A pepper, and how a stored hash names it. */
interface Pepper {
  readonly mark: string;
  readonly options: Options;
}

/** Returns what precedes a hash that was made with this pepper while there were several. */
export const pepperMark = (pepper: string): string =>
  createHash('sha256').update(`ready-room pepper ${pepper}`).digest('hex').slice(0, MARK_LENGTH);

/** Password hashing: argon2id with a secret pepper, a bounded number at a time, each source in turn. */
export class Passwords {
  private readonly peppers: readonly Pepper[];
  private newcomers = 0;
  private readonly queue = new FairQueue({
    running: MAX_RUNNING,
    waitingPerSource: MAX_WAITING_PER_SOURCE,
    waiting: MAX_WAITING,
  });
  private dummy: Promise<string> | undefined;

  /** @param peppers the newest first: hashes are made with that one and checked with the one they were made with */
  constructor(peppers: readonly string[]) {
    this.peppers = peppers.map((pepper) => ({
      mark: pepperMark(pepper),
      options: { ...PARAMETERS, secret: Buffer.from(pepper) },
    }));
  }

  /**
   * Hashes a password with the newest pepper; only where there are several a hash names its pepper.
   * @param source as of {@link hashingSourceOf}
   * @throws DomainError 429 or 503 when the queue is full
   */
  hash(password: string, source: string = PLATFORM): Promise<string> {
    return this.queue.run(source, () => this.hashNow(password));
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

  /**
   * A wrong password takes one check for each pepper, whether or not the account exists and whichever pepper its hash was made
   * with: an unknown name does not answer faster.
   */
  async verify(stored: string | null, password: string, source: string = PLATFORM): Promise<boolean> {
    // Made outside the queue, which might refuse it: a failure here would be remembered.
    const known = stored ?? (await (this.dummy ??= this.hashNow('nobody has this password')));
    const matches = await this.queue.run(source, () => this.matchesAny(known, password));
    return matches && stored !== null;
  }

  /** True when a hash was made with an older pepper, or with weaker parameters than today's. */
  isOutdated(stored: string): boolean {
    const { mark, hashed } = partsOf(stored);
    const [newest, ...older] = this.peppers;
    if (older.length > 0 && mark !== newest!.mark) return true;
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed);
    return memoryCost < PARAMETERS.memoryCost || timeCost < PARAMETERS.timeCost || parallelism < PARAMETERS.parallelism;
  }

  private async hashNow(password: string): Promise<string> {
    const { mark, options } = this.peppers[0]!;
    const hashed = await hash(password, options);
    return this.peppers.length > 1 ? mark + hashed : hashed;
  }

  /** A hash without a mark was made while there was one pepper, which may be any of today's. */
  private async matchesAny(stored: string, password: string): Promise<boolean> {
    const { mark, hashed } = partsOf(stored);
    const candidates = this.peppers.filter((pepper) => pepper.mark === mark);
    const others = this.peppers.filter((pepper) => pepper.mark !== mark);
    for (const { options } of [...candidates, ...others]) if (await verify(hashed, password, options)) return true;
    return false;
  }

  /** Refuses early what hashing would refuse. @throws DomainError 429 or 503 when the queue is full */
  assertRoom(source: string): void {
    this.queue.assertRoom(source);
  }
}

const tooManyNewcomers = (): DomainError =>
  new DomainError('UNAVAILABLE', 'Too many people are registering. Try again.', 503, undefined, 3);

/** A stored hash without its mark; the mark is empty where there is none. */
function partsOf(stored: string): { mark: string; hashed: string } {
  const start = stored.indexOf('$');
  return { mark: stored.slice(0, start), hashed: stored.slice(start) };
}
