import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isPassingFailure } from '../../failures.js';
import { inTransaction } from '../../database/transaction.js';
import { DomainError } from '../../domain-error.js';
import type { EventStore } from '../event-store.js';
import { comparePositions, type DomainEvent, LOG_START, type RecordedEvent } from '../message.js';
import { advanceCheckpoints, type Checkpoint, createCheckpoints, loadCheckpoint } from './checkpoints.js';
import { park } from './dead-letters.js';
import { parkingReason } from './parking-reason.js';

/**
 * Does what follows from an event: a command on another stream, an outbox row, a due time. It may be called again for the
 * same event and must then change nothing. Rebuilds never call it.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  readonly name: string;
  readonly handles: readonly E['type'][];
  react(event: RecordedEvent<E>): Promise<void>;
}

/** Name of a reactor's checkpoint. */
export const readerOf = (reactor: string): string => `reactor:${reactor}`;

const BATCH = 200;
/** So many batches a reactor may be behind the reading; then it is waited for, or what was read would pile up. */
const MAX_BEHIND = 20;
/** How long to wait for a hint before looking again: soon after work (an older transaction may just end), rarely when idle. */
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;
/** What a reactor passes over is not worth a commit each time; after a restart it is only passed over again. */
const STORE_EVERY_MS = 1_000;
const MAX_TRIES = 5;
const RETRY_MS = 200;
const PASSING_RETRY_MS = 1_000;

export interface ReactorOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly onError: (error: unknown) => void;
}

/** A reactor and how far it has come; `stored` is what a restart would begin from. */
interface Follower {
  readonly reactor: Reactor;
  readonly reader: string;
  stored: Checkpoint;
  storedAt: number;
  reached: Checkpoint;
  /** What it still has to do, one batch after the other. */
  work: Promise<void>;
  behind: number;
}

/**
 * Runs reactors over the log, each from its own checkpoint, on the leader, until `signal` aborts. The log is read once for
 * all of them: most events concern none. One that takes its time holds no other up. Whatever fails, a fenced checkpoint too, is
 * tried again from what is stored.
 */
export async function runReactors(
  reactors: readonly Reactor[],
  options: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await followLog(reactors, options, leaderEpoch, signal);
    } catch (error) {
      options.onError(error);
      await delay(PASSING_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function followLog(
  reactors: readonly Reactor[],
  options: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  const { pool, store } = options;
  const followers: Follower[] = [];
  for (const reactor of reactors) {
    const reader = readerOf(reactor.name);
    await createCheckpoints(pool, [reader], leaderEpoch);
    const stored = await loadCheckpoint(pool, store, reader);
    followers.push({
      reactor,
      reader,
      stored,
      storedAt: performance.now(),
      reached: stored,
      work: Promise.resolve(),
      behind: 0,
    });
  }
  const [furthestBehind = LOG_START] = followers.map(({ stored }) => stored.position).toSorted(comparePositions);
  const subscription = store.readAll(furthestBehind);
  let last: RecordedEvent | undefined;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const hand = async (follower: Follower, events: readonly RecordedEvent[], newest: RecordedEvent): Promise<void> => {
    try {
      if (!failed.signal.aborted) await take(follower, events, newest, options, leaderEpoch, either);
    } catch (error) {
      failed.abort(error);
    }
    follower.behind -= 1;
  };
  while (!signal.aborted && !failed.signal.aborted) {
    const events = await subscription.next(BATCH);
    const newest = events.at(-1) ?? last;
    last = newest;
    for (const follower of followers) {
      if (!newest || (events.length === 0 && follower.behind > 0)) continue;
      follower.behind += 1;
      follower.work = follower.work.then(() => hand(follower, events, newest));
    }
    await Promise.all(followers.filter(({ behind }) => behind > MAX_BEHIND).map(({ work }) => work));
    if (events.length < BATCH) await subscription.waitForMore(events.length > 0 ? SHORTEST_WAIT_MS : LONGEST_WAIT_MS);
  }
  await Promise.all(followers.map(({ work }) => work));
  if (!signal.aborted) failed.signal.throwIfAborted();
}

/** `last`: the newest event that was read, now or before. */
async function take(
  follower: Follower,
  events: readonly RecordedEvent[],
  last: RecordedEvent,
  { pool, onError }: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  const { reactor, reader, stored, reached } = follower;
  const fresh = events.filter(({ position }) => comparePositions(position, reached.position) > 0);
  const handled = fresh.filter(({ type }) => reactor.handles.includes(type));
  const failed = new Map<RecordedEvent, string>();
  for (const event of handled) {
    const reason = await tryToReact(reactor, event, onError, signal);
    if (reason !== undefined) failed.set(event, reason);
  }
  const to = { position: fresh.at(-1)?.position ?? reached.position, sequence: reached.sequence + fresh.length };
  follower.reached = to;
  const isDue = to.sequence > stored.sequence && performance.now() - follower.storedAt > STORE_EVERY_MS;
  if (handled.length === 0 && !isDue) return;
  await inTransaction(pool, async (client) => {
    for (const [event, reason] of failed) await park(client, reader, { ...event, sequence: to.sequence }, reason);
    await advanceCheckpoints(client, [reader], leaderEpoch, stored, { ...to, last });
  });
  follower.stored = to;
  follower.storedAt = performance.now();
}

/**
 * The reason of the last failure when the event is to be parked. What speaks of the platform and not of the event is tried
 * again for as long as it takes, and holds up this reactor alone.
 * @throws when the signal aborts meanwhile.
 */
async function tryToReact(
  reactor: Reactor,
  event: RecordedEvent,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 1; ;) {
    // The event itself may be lost when the leadership ended.
    signal.throwIfAborted();
    try {
      await reactor.react(event);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
      const isPassing = isPassingFailure(error) || isUnavailable(error);
      if (!isPassing && attempt === MAX_TRIES) return parkingReason(error);
      await delay(isPassing ? PASSING_RETRY_MS : RETRY_MS * 2 ** attempt, undefined, { signal });
      if (!isPassing) attempt += 1;
    }
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.status === 503;
