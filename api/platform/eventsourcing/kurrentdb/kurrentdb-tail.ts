import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { LOG_CHANNEL, type WakeUps } from '../../database/wake-ups.js';
import { LOG_START, type LogPosition } from '../message.js';
import type { KurrentDb } from './kurrentdb-client.js';
import { type KurrentPosition, toKurrentPosition } from './kurrentdb-position.js';
import { readEnd } from './kurrentdb-reads.js';
import { isOwn } from './kurrentdb-records.js';
import type { LogEnd } from './log-end.js';

const RECONNECT_MS = 500;

/**
 * Follows `$all` from its end, to wake readers of the log and to report how far events of other applications follow the platform's
 * last one. Each reader reads from its own checkpoint, also polls, and reconnects. A lost hint costs latency, never an
 * event.
 */
export class KurrentDbTail {
  private readonly stopped = new AbortController();
  private following: Promise<void> | undefined;
  /** Position of the last own event that arrived, or of the start; `isOwn` in the first case. */
  private last: LogPosition | undefined;
  private isOwn = false;
  private seen: LogPosition = LOG_START;

  constructor(
    private readonly kurrentDb: KurrentDb,
    private readonly wakeUps: WakeUps,
    private readonly end: LogEnd,
  ) {}

  /** Starts with the first reader; further calls do nothing. */
  start(): void {
    this.following ??= this.follow();
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.followOnce(signal).catch(() => undefined);
      // Wakes readers, because events may have arrived while no subscription was open.
      this.wakeUps.wake(LOG_CHANNEL);
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @throws LogUnavailable before the first subscription */
  private async followOnce(signal: AbortSignal): Promise<void> {
    const { client, filter, epochs, ownership } = this.kurrentDb;
    // An event that arrives must be told apart from those of other platforms.
    ownership.includes(undefined);
    if (!this.last) {
      // A stop does not wait for a server that does not answer.
      const end = await Promise.race([readEnd(this.kurrentDb), once(signal, 'abort')]);
      if (Array.isArray(end)) return;
      this.last = end;
      this.advance(end);
    }
    const checkpointReached = (_: unknown, position: KurrentPosition) =>
      Promise.resolve(this.advance(epochs.toLogPosition(position)));
    // After an interruption it continues where it was, so that what it has seen has no gap.
    const subscription = client.subscribeToAll({
      fromPosition: toKurrentPosition(this.seen),
      filter: { ...filter, checkpointInterval: 1, checkpointReached },
    });
    subscription.on('data', ({ event }) => {
      if (event) this.arrived(epochs.toLogPosition(event.position), isOwn(event.metadata, ownership));
      this.wakeUps.wake(LOG_CHANNEL);
    });
    subscription.on('caughtUp', () => this.wakeUps.wake(LOG_CHANNEL));
    const over = new AbortController();
    subscription.on('error', () => over.abort());
    subscription.on('end', () => over.abort());
    subscription.on('close', () => over.abort());
    const either = AbortSignal.any([signal, over.signal]);
    if (!either.aborted) await once(either, 'abort');
    // Unsubscribes only from an open subscription: the call would fail on one that never connected.
    if (signal.aborted && !over.signal.aborted) await subscription.unsubscribe().catch(() => undefined);
  }

  private arrived(position: LogPosition, isOwn: boolean): void {
    if (isOwn) [this.last, this.isOwn] = [position, true];
    this.advance(position);
  }

  private advance(position: LogPosition): void {
    this.seen = position;
    this.end.note(this.last!, position, this.isOwn);
  }
}
