import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { LOG_CHANNEL, type WakeUps } from '../../database/wake-ups.js';
import type { KurrentDb } from './kurrentdb-client.js';

const RECONNECT_MS = 500;

/**
 * Follows `$all` from its end, only to wake readers of the log. Each reader reads from its own checkpoint, also polls, and
 * reconnects by itself. A lost hint costs latency, never an event.
 */
export class KurrentDbTail {
  private readonly stopped = new AbortController();
  private following: Promise<void> | undefined;

  constructor(
    private readonly kurrentDb: KurrentDb,
    private readonly wakeUps: WakeUps,
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
      await this.followOnce(signal);
      // Wakes readers, because events may have arrived while no subscription was open.
      this.wakeUps.wake(LOG_CHANNEL);
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async followOnce(signal: AbortSignal): Promise<void> {
    const { client, filter } = this.kurrentDb;
    const subscription = client.subscribeToAll({ fromPosition: 'end', filter });
    subscription.on('data', () => this.wakeUps.wake(LOG_CHANNEL));
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
}
