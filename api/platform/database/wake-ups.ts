/** Channel of the hint "the log has grown". */
export const LOG_CHANNEL = 'ready_room_log';
/** Channel of the hint "read models have changed". */
export const PROJECTIONS_CHANNEL = 'ready_room_projections';

/** "Something happened" within this process. Only a hint: every consumer also looks by itself. */
export class WakeUps {
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly counts = new Map<string, number>();
  private ended = false;

  /** How many hints the channel has seen; taken before looking, so that {@link wait} misses none that comes meanwhile. */
  count(channel: string): number {
    return this.counts.get(channel) ?? 0;
  }

  /** Resolves when the channel has seen more than `seen` hints, at the latest after `timeoutMs`. */
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

  /** Tells this process. */
  wake(channel: string): void {
    this.counts.set(channel, this.count(channel) + 1);
    for (const resolve of this.waiting.get(channel) ?? []) resolve();
  }

  /** Nobody waits any more. */
  protected end(): void {
    this.ended = true;
    for (const channel of this.waiting.keys()) this.wake(channel);
  }
}
