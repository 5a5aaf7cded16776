import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTransientFailure } from '../../failures.js';
import { inTransaction } from '../../database/transaction.js';
import { DomainError } from '../../domain-error.js';
import type { EventStore } from '../event-store.js';
import { comparePositions, type DomainEvent, LOG_START, type RecordedEvent } from '../message.js';
import { advanceCheckpoints, type Checkpoint, createCheckpoints, loadCheckpoint } from './checkpoints.js';
import { park } from './dead-letters.js';
import { parkingReason } from './parking-reason.js';

/**
 * Performs the consequences of an event: a command on another stream, an outbox row, a due time. It may be called again for the
 * same event, and must then change nothing. Rebuilds never call it.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  readonly name: string;
  readonly handles: readonly E['type'][];
  react(event: RecordedEvent<E>): Promise<void>;
}

/** Name of a reactor's checkpoint. */
export const readerOf = (reactor: string): string => `reactor:${reactor}`;

const BATCH = 200;
/** Batches that a reactor may be behind the reading. Reading then waits for it, which limits the memory for unprocessed events. */
const MAX_BEHIND = 20;
/** Longest wait for events. Afterwards, checkpoints past ignored events are stored. */
const LONGEST_WAIT_MS = 1_000;
/** Interval of storing a checkpoint past ignored events, which need no commit each. A restart only ignores them again. */
const STORE_EVERY_MS = 1_000;
const MAX_TRIES = 5;
const RETRY_MS = 200;
const PASSING_RETRY_MS = 1_000;

export interface ReactorOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  /** The log to follow, see {@link SharedLog}. */
  readonly log: Pick<EventStore, 'readAll'>;
  readonly onError: (error: unknown) => void;
}

/** A reactor and its progress. A restart resumes from `stored`. */
interface RunningReactor {
  readonly reactor: Reactor;
  readonly reader: string;
  stored: Checkpoint;
  storedAt: number;
  reached: Checkpoint;
  /** The pending batches, processed in order. */
  work: Promise<void>;
  behind: number;
}

/**
 * Runs reactors over the log on the leader until `signal` aborts, each from its own checkpoint. The log is read once for all
 * reactors, because most events concern none of them. A slow reactor does not delay the others. Every failure, including a fenced
 * checkpoint, is retried from the stored checkpoints.
 */
export async function runReactors(
  reactors: readonly Reactor[],
  options: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  if (reactors.length === 0) return;
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
  const { pool, store, log } = options;
  const followers: RunningReactor[] = [];
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
  const subscription = log.readAll(furthestBehind);
  let last: RecordedEvent | undefined;
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const deliver = async (
    follower: RunningReactor,
    events: readonly RecordedEvent[],
    newest: RecordedEvent,
  ): Promise<void> => {
    try {
      if (!failed.signal.aborted) await deliverBatch(follower, events, newest, options, leaderEpoch, either);
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
      follower.work = follower.work.then(() => deliver(follower, events, newest));
    }
    await Promise.all(followers.filter(({ behind }) => behind > MAX_BEHIND).map(({ work }) => work));
    if (events.length < BATCH) await subscription.waitForMore(LONGEST_WAIT_MS);
  }
  await Promise.all(followers.map(({ work }) => work));
  if (!signal.aborted) failed.signal.throwIfAborted();
}

/** @param last the newest event that was read, in this batch or an earlier one */
async function deliverBatch(
  follower: RunningReactor,
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
 * Returns the reason of the last failure when the event is to be parked, undefined after success. Failures of the platform, not of
 * the event, are retried without limit and delay only this reactor.
 * @throws when the signal aborts meanwhile.
 */
async function tryToReact(
  reactor: Reactor,
  event: RecordedEvent,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 1; ;) {
    // The event itself may be lost when the leadership has ended.
    signal.throwIfAborted();
    try {
      await reactor.react(event);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
      const isTransient = isTransientFailure(error) || isUnavailable(error);
      if (!isTransient && attempt === MAX_TRIES) return parkingReason(error);
      await delay(isTransient ? PASSING_RETRY_MS : RETRY_MS * 2 ** attempt, undefined, { signal });
      if (!isTransient) attempt += 1;
    }
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.status === 503;
