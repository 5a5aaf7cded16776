import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isPassingFailure } from '../../database/database-errors.js';
import { inTransaction } from '../../database/transaction.js';
import { DomainError } from '../../domain-error.js';
import type { EventStore } from '../event-store.js';
import type { DomainEvent, RecordedEvent } from '../message.js';
import { advanceCheckpoints, type Checkpoint, createCheckpoints, loadCheckpoint } from './checkpoints.js';
import { park } from './dead-letters.js';

/**
 * Does what follows from an event: a command on another stream, an outbox row, a due time. It may be called again for the
 * same event and must then change nothing. Rebuilds never call it.
 */
export interface Reactor<E extends DomainEvent = DomainEvent> {
  readonly name: string;
  readonly handles: readonly E['type'][];
  react(event: RecordedEvent<E>): Promise<void>;
}

const BATCH = 200;
const LONGEST_WAIT_MS = 1_000;
const MAX_TRIES = 5;
const RETRY_MS = 200;

export interface ReactorOptions {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs one reactor over the log from its own checkpoint, on the leader, until `signal` aborts. Whatever fails, a fenced
 * checkpoint too, is tried again from what is stored.
 */
export async function runReactor(
  reactor: Reactor,
  { pool, store, onError }: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<void> {
  const reader = `reactor:${reactor.name}`;
  while (!signal.aborted) {
    try {
      await createCheckpoints(pool, [reader], leaderEpoch);
      let checkpoint = await loadCheckpoint(pool, store, reader);
      const subscription = store.readAll(checkpoint.position);
      while (!signal.aborted) {
        const events = await subscription.next(BATCH);
        if (events.length === 0) await subscription.waitForMore(LONGEST_WAIT_MS);
        else
          checkpoint = await reactToBatch(
            reactor,
            reader,
            events,
            checkpoint,
            { pool, store, onError },
            leaderEpoch,
            signal,
          );
      }
    } catch (error) {
      onError(error);
      await delay(RETRY_MS * MAX_TRIES, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function reactToBatch(
  reactor: Reactor,
  reader: string,
  events: readonly RecordedEvent[],
  from: Checkpoint,
  { pool, onError }: ReactorOptions,
  leaderEpoch: bigint,
  signal: AbortSignal,
): Promise<Checkpoint> {
  const failed = new Map<RecordedEvent, string>();
  for (const event of events.filter(({ type }) => reactor.handles.includes(type))) {
    const reason = await tryToReact(reactor, event, onError, signal);
    if (reason !== undefined) failed.set(event, reason);
  }
  const to = { position: events.at(-1)!.position, sequence: from.sequence + events.length };
  await inTransaction(pool, async (client) => {
    for (const [event, reason] of failed) await park(client, reader, { ...event, sequence: to.sequence }, reason);
    await advanceCheckpoints(client, [reader], leaderEpoch, from, { ...to, last: events.at(-1)! });
  });
  return to;
}

/**
 * The reason of the last failure when the event is to be parked.
 * @throws what speaks of the platform and not of the event: then the whole batch is tried again, for as long as it takes.
 */
async function tryToReact(
  reactor: Reactor,
  event: RecordedEvent,
  onError: (error: unknown) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await reactor.react(event);
      return undefined;
    } catch (error) {
      if (signal.aborted || isPassingFailure(error) || isUnavailable(error)) throw error;
      onError(error);
      if (attempt === MAX_TRIES) return error instanceof Error ? error.message : String(error);
      await delay(RETRY_MS * 2 ** attempt, undefined, { signal });
    }
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof DomainError && error.status === 503;
