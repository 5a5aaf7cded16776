import type { Bridge, PlayedClass } from '../bridge/bridge.js';
import type { PlatformApi } from '../bridge/platform-api.js';

/** Longest wait for the platform when a flight or quiz starts. */
const READ_WITHIN_MS = 1_000;

/** The class that receives the player's results: sent by the page after each change, read from the platform at each start. */
export class ClassWatch {
  /** Undefined until the first answer. */
  private known: PlayedClass | null | undefined;
  private sent = 0;
  private asked = 0;
  /** Newest request whose answer was kept. An older answer that arrives later is outdated. */
  private answered = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly api: Pick<PlatformApi, 'playedClass'>) {}

  /** Subscribes to the page, and asks the platform once for pages that send nothing. Returns a function that stops it. */
  follow(bridge: Pick<Bridge, 'watchClass'>): () => void {
    const stop = bridge.watchClass((played) => {
      this.sent += 1;
      this.remember(played);
    });
    void this.read();
    return stop;
  }

  current = (): PlayedClass | null | undefined => this.known;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /**
   * Returns the class for an attempt that starts now. If the platform does not answer within a second, it returns the last known class, so
   * that a bad network does not prevent a start; null when no class is known.
   */
  async read(): Promise<PlayedClass | null> {
    let timer: ReturnType<typeof setTimeout>;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, READ_WITHIN_MS)));
    await Promise.race([this.poll(), late]);
    clearTimeout(timer!);
    return this.known ?? null;
  }

  private async poll(): Promise<void> {
    const { sent } = this;
    const turn = (this.asked += 1);
    const answer = await this.api.playedClass().catch(() => this.known ?? null);
    // a class that the page has sent since is newer
    if (sent !== this.sent || turn < this.answered) return;
    this.answered = turn;
    this.remember(answer);
  }

  private remember(played: PlayedClass | null): void {
    this.known = played;
    for (const listener of this.listeners) listener();
  }
}

/** The word for an attempt in messages. */
export type AttemptKind = 'flight' | 'quiz';

/** Returns a text about the class that an attempt counts for. */
export const countsFor = (played: PlayedClass | null): string =>
  played?.sessionId ? `Results count for ${played.name}.` : 'Practice: no class is running.';

/**
 * Returns a text about what a change of class means for a running attempt; null without a change. `counts` is the class of the attempt,
 * `now` the class that receives the results of a new one.
 */
export function classChange(counts: PlayedClass | null, now: PlayedClass, kind: AttemptKind): string | null {
  if (now.sessionId === (counts?.sessionId ?? null)) return null;
  if (!counts?.sessionId) return `Results now go to ${now.name}. This ${kind} is still practice.`;
  if (now.runningSessionIds.includes(counts.sessionId))
    return `Results now go to ${now.name}. This ${kind} still counts for ${counts.name}.`;
  const ended = `${counts.name} has ended, or you have left it. This ${kind} no longer counts.`;
  return now.sessionId ? `${ended} The next one counts for ${now.name}.` : ended;
}
