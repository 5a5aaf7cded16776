/** Channel of the hint "the log has grown". */
export const LOG_CHANNEL = 'ready_room_log';
/** Channel of the hint "read models have changed". */
export const PROJECTIONS_CHANNEL = 'ready_room_projections';

/** Hints within this process that something has changed. Every consumer also polls, so a hint may be lost. */
export class WakeUps {
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly counts = new Map<string, number>();
  private ended = false;

  /** Returns the number of hints on a channel. Consumers call it before they poll, so that {@link wait} misses no later hint. */
  count(channel: string): number {
    return this.counts.get(channel) ?? 0;
  }

  /** Resolves when the channel has had more than `seen` hints, or after `timeoutMs`. */
  async wait(channel: string, seen: number, timeoutMs: number): Promise<void> {
    if (this.ended || this.count(channel) > seen) return;
    const waiters = this.waiting.get(channel) ?? new Set();
    this.waiting.set(channel, waiters);
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      waiters.add(wake);
    });
  }

  /** Wakes all waiting consumers of this process. */
  wake(channel: string): void {
    this.counts.set(channel, this.count(channel) + 1);
    for (const resolve of this.waiting.get(channel) ?? []) resolve();
  }

  /** Resolves all waits, and every later wait immediately. */
  protected end(): void {
    this.ended = true;
    for (const channel of this.waiting.keys()) this.wake(channel);
  }
}
