import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isTransientFailure } from '../../failures.js';
import { inTransaction } from '../../database/transaction.js';
import { DomainError } from '../../domain-error.js';
import type { EventStore } from '../event-store.js';
import { comparePositions, type DomainEvent, formatPosition, LOG_START, type RecordedEvent } from '../message.js';
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
/** Events that a reactor may be behind the reading. Reading then waits for it, which limits the memory for unprocessed events. */
const MAX_BEHIND = 20 * BATCH;
/** Longest wait for events. Afterwards, checkpoints past ignored events are stored. */
const LONGEST_WAIT_MS = 1_000;
/** Interval of storing checkpoints past ignored events, which need no commit each. A restart only ignores them again. */
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
  reached: Checkpoint;
  /** The pending work, performed in order, and the number of its events; a stored checkpoint counts as one. */
  work: Promise<void>;
  behind: number;
}

/**
 * Runs reactors over the log on the leader until `signal` aborts, each from its own checkpoint. The log is read once for all reactors,
 * because most events concern none of them. A slow reactor does not delay the others until it is thousands of events behind. Every failure,
 * including a fenced checkpoint, is retried from the stored checkpoints.
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
  const followers = await startFollowers(reactors, options, leaderEpoch);
  const [furthestBehind = LOG_START] = followers.map(({ stored }) => stored.position).toSorted(comparePositions);
  const subscription = options.log.readAll(furthestBehind);
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const perform = (performing: readonly RunningReactor[], work: () => Promise<void>, events = 1): void => {
    const before = Promise.all(performing.map((follower) => follower.work));
    const done = before
      .then(() => (failed.signal.aborted ? undefined : work()))
      .catch((error: unknown) => failed.abort(error))
      .then(() => performing.forEach((follower) => (follower.behind -= events)));
    for (const follower of performing) [follower.work, follower.behind] = [done, follower.behind + events];
  };
  try {
    let last: RecordedEvent | undefined;
    let storedAt = performance.now();
    while (!either.aborted) {
      const events = await subscription.next(BATCH);
      last = events.at(-1) ?? last;
      for (const each of followers) {
        const deliver = () => deliverBatch(each, events, options, leaderEpoch, either);
        if (events.length > 0) perform([each], deliver, events.length);
      }
      await Promise.all(followers.filter(({ behind }) => behind > MAX_BEHIND).map(({ work }) => work));
      if (last && performance.now() - storedAt > STORE_EVERY_MS) {
        const newest = last;
        for (const group of idleFollowers(followers))
          perform(group, () => store(group, newest, options.pool, leaderEpoch));
        storedAt = performance.now();
      }
      if (events.length < BATCH) await subscription.waitForMore(LONGEST_WAIT_MS);
    }
  } catch (error) {
    failed.abort(error);
  }
  // The work in progress ends before it is repeated, and before the leadership does.
  await Promise.all(followers.map(({ work }) => work));
  if (!signal.aborted) failed.signal.throwIfAborted();
}

async function startFollowers(
  reactors: readonly Reactor[],
  { pool, store: events }: ReactorOptions,
  leaderEpoch: bigint,
): Promise<readonly RunningReactor[]> {
  const followers: RunningReactor[] = [];
  for (const reactor of reactors) {
    const reader = readerOf(reactor.name);
    await createCheckpoints(pool, [reader], leaderEpoch);
    const stored = await loadCheckpoint(pool, events, reader);
    followers.push({ reactor, reader, stored, reached: stored, work: Promise.resolve(), behind: 0 });
  }
  return followers;
}

async function deliverBatch(
  follower: RunningReactor,
  events: readonly RecordedEvent[],
  { pool, onError }: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  const { reactor, reader, reached } = follower;
  const fresh = events.filter(({ position }) => comparePositions(position, reached.position) > 0);
  const last = fresh.at(-1);
  if (!last) return;
  const handled = fresh.filter(({ type }) => reactor.handles.includes(type));
  const failed = new Map<RecordedEvent, string>();
  for (const event of handled) {
    const reason = await tryToReact(reactor, event, onError, signal);
    if (reason !== undefined) failed.set(event, reason);
  }
  const to = { position: last.position, sequence: reached.sequence + fresh.length };
  follower.reached = to;
  if (failed.size === 0) return handled.length > 0 ? store([follower], last, pool, leaderEpoch) : undefined;
  await inTransaction(pool, async (client) => {
    for (const [event, reason] of failed) await park(client, reader, { ...event, sequence: to.sequence }, reason);
    await advanceCheckpoints(client, [reader], leaderEpoch, follower.stored, { ...to, last });
  });
  follower.stored = to;
}

/** Returns the reactors without pending work that have ignored events, grouped by their stored checkpoint. */
function idleFollowers(followers: readonly RunningReactor[]): readonly (readonly RunningReactor[])[] {
  const groups = new Map<string, RunningReactor[]>();
  for (const follower of followers) {
    const { behind, stored, reached } = follower;
    if (behind > 0 || reached.sequence === stored.sequence) continue;
    const key = `${formatPosition(stored.position)} ${stored.sequence} ${formatPosition(reached.position)}`;
    groups.set(key, [...(groups.get(key) ?? []), follower]);
  }
  return [...groups.values()];
}

/**
 * Stores the progress of reactors that have the same checkpoints with one statement.
 * @param last the event at the checkpoint that they have reached
 */
async function store(
  followers: readonly RunningReactor[],
  last: RecordedEvent,
  pool: Pool,
  leaderEpoch: bigint,
): Promise<void> {
  const { stored, reached } = followers[0]!;
  const readers = followers.map(({ reader }) => reader);
  await advanceCheckpoints(pool, readers, leaderEpoch, stored, { ...reached, last });
  for (const follower of followers) follower.stored = reached;
}

/**
 * Returns the reason of the last failure when the event is to be parked, undefined after success. Failures of the platform, not of
 * the event, are retried without limit.
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
      const isTransient = isFailureOfPlatform(error);
      if (!isTransient && attempt === MAX_TRIES) return parkingReason(error);
      await delay(isTransient ? PASSING_RETRY_MS : RETRY_MS * 2 ** attempt, undefined, { signal });
      if (!isTransient) attempt += 1;
    }
  }
}

/** True for a failure that does not concern the event: a dependency is away, or the read models are behind. */
export const isFailureOfPlatform = (error: unknown): boolean =>
  isTransientFailure(error) || (error instanceof DomainError && error.status === 503);
