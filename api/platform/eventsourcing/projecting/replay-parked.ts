import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { parkingReason } from './parking-reason.js';
import { isFailureOfPlatform, type Reactor, type ReactorOptions, readerOf } from './reactor.js';

/** What a replay needs: it reads single events instead of following the log. */
type ReplayOptions = Omit<ReactorOptions, 'log'>;

const LOOK_EVERY_MS = 1_000;
const PORTION = 20;

interface RequestedRow {
  reader: string;
  stream: string;
  version: number;
}

/**
 * Runs reactors again for parked events on request; runs on the leader. The stream may have later events by then. Reactors tolerate
 * that, because they read the present streams.
 */
export async function replayParked(
  reactors: readonly Reactor[],
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  if (reactors.length === 0) return;
  while (!signal.aborted) {
    try {
      await replayRequested(reactors, options, signal);
    } catch (error) {
      options.onError(error);
    }
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function replayRequested(
  reactors: readonly Reactor[],
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await options.pool.query<RequestedRow>(
    `select reader, stream, version from plain.dead_letters
     where replay_requested_at is not null and reader = any ($1) order by replay_requested_at limit $2`,
    [reactors.map(({ name }) => readerOf(name)), PORTION],
  );
  for (const row of rows) {
    if (signal.aborted) return;
    await replay(
      reactors.find(({ name }) => readerOf(name) === row.reader)!,
      row,
      options,
    );
  }
}

/** A failure of the platform does not concern the event, so the request remains. */
async function replay(reactor: Reactor, row: RequestedRow, { pool, store, onError }: ReplayOptions): Promise<void> {
  const { stream, version } = row;
  const [event] = await store.readParts([{ stream, from: version, to: version }]);
  if (!event) return;
  try {
    await reactor.react(event);
  } catch (error) {
    onError(error);
    if (!isFailureOfPlatform(error)) await parkAgain(pool, row, parkingReason(error));
    return;
  }
  await pool.query('delete from plain.dead_letters where reader = $1 and stream = $2 and version = $3', [
    row.reader,
    stream,
    version,
  ]);
}

async function parkAgain(pool: Pool, { reader, stream, version }: RequestedRow, reason: string): Promise<void> {
  await pool.query(
    `update plain.dead_letters set reason = $4, parked_at = clock_timestamp(), replay_requested_at = null
     where reader = $1 and stream = $2 and version = $3`,
    [reader, stream, version, reason],
  );
}
