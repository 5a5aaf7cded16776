import { setTimeout as delay } from 'node:timers/promises';
import type { AllStreamResolvedEvent } from '@kurrent/kurrentdb-client';
import type { KurrentDb } from './kurrentdb-client.js';
import type { KurrentPosition } from './kurrentdb-position.js';
import { isOwn } from './kurrentdb-records.js';

/** Longest time without a message. The end of the log is then reached, or the server does not answer. */
const QUIET_MS = 1_000;
/** Number of the server's search windows between two checkpoints. */
const CHECKPOINT_INTERVAL = 32;

/** The next run of the platform's events that no long stretch of other applications' events interrupts. */
export interface NextEvents {
  /** Position of the first of them, or the last position that was passed when there is none. */
  readonly position: KurrentPosition;
  readonly count: number;
}

/**
 * Finds the next events after a position, up to `most`; undefined when nothing follows. Unlike a read, a filtered subscription
 * reports how far it has looked, so it needs no deadline for the whole distance.
 */
export async function findNextEvents(
  { client, filter, ownership }: KurrentDb,
  from: KurrentPosition | 'start',
  most: number,
): Promise<NextEvents | undefined> {
  let next: NextEvents | undefined;
  let lastHeard = performance.now();
  const over = new AbortController();
  const passed = (position: KurrentPosition): void => {
    lastHeard = performance.now();
    if (next && next.count > 0) over.abort();
    else next = { position, count: 0 };
  };
  const checkpointReached = (_: unknown, position: KurrentPosition) => Promise.resolve(passed(position));
  const subscription = client.subscribeToAll({
    fromPosition: from,
    filter: { ...filter, checkpointInterval: CHECKPOINT_INTERVAL, checkpointReached },
  });
  // The iteration below reports errors; one that follows its end must not end the process.
  subscription.on('error', () => undefined);
  const watching = (async () => {
    while (!over.signal.aborted && performance.now() - lastHeard < QUIET_MS)
      await delay(QUIET_MS / 4, undefined, { signal: over.signal }).catch(() => undefined);
    subscription.destroy();
  })();
  try {
    // Reading one event at a time keeps the server from sending more than is looked at.
    for await (const { event } of subscription as AsyncIterable<AllStreamResolvedEvent>) {
      if (over.signal.aborted || !event) break;
      if (!isOwn(event.metadata, ownership)) passed(event.position);
      else if (next && next.count > 0) next = { ...next, count: next.count + 1 };
      else next = { position: event.position, count: 1 };
      lastHeard = performance.now();
      if (next?.count === most) break;
    }
  } catch {
    // An interrupted subscription leaves what it has found; the next read reports whether the server answers.
  } finally {
    over.abort();
    await watching;
    // Not awaited: without a connection it would wait for one.
    void subscription.unsubscribe().catch(() => undefined);
  }
  return next;
}
