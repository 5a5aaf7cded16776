import { setTimeout as pause } from 'node:timers/promises';
import type { LiveRow, LiveTopic, PollFrame, PollReply } from '../../api/contracts/live.contract.js';

/** Paced like the web: at most two polls per second, with a timeout above a node's longest poll. */
const PACE_MS = 500;
const TIMEOUT_MS = 30_000;
const RETRY_MS = 300;

/** A signed-in user. */
interface Caller {
  readonly url: string;
  token(): Promise<string>;
}

/** Follows one live topic over HTTP, through lost connections and rebuilds, and passes on every row. */
export class LivePoller<T> {
  private readonly closed = new AbortController();
  private position: { since: number; generation: number; digest?: string | undefined } | undefined;
  private begun!: () => void;
  private readonly beginning = new Promise<void>((resolve) => (this.begun = resolve));

  constructor(
    private readonly caller: Caller,
    private readonly topic: LiveTopic,
    private readonly id: string,
    private readonly onRows: (rows: readonly LiveRow<T>[]) => void,
  ) {}

  /** Resolves after the first load. */
  async start(): Promise<void> {
    void this.follow();
    await this.beginning;
  }

  close(): void {
    this.closed.abort();
  }

  private async follow(): Promise<void> {
    while (!this.closed.signal.aborted) {
      const began = performance.now();
      const frames = await this.poll().catch(() => undefined);
      if (frames) this.applyFrames(frames);
      await pause(frames ? PACE_MS - (performance.now() - began) : RETRY_MS);
    }
  }

  private async poll(): Promise<PollFrame<T>[]> {
    const response = await fetch(`${this.caller.url}/api/live/poll`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': await this.caller.token() },
      body: JSON.stringify({ watches: [{ topic: this.topic, id: this.id, ...this.position }], presence: null }),
      signal: AbortSignal.any([this.closed.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) throw new Error(`The poll was answered ${response.status}.`);
    return ((await response.json()) as PollReply).frames as PollFrame<T>[];
  }

  private applyFrames(frames: readonly PollFrame<T>[]): void {
    for (const frame of frames) {
      if (!frame.ok) continue;
      if (!frame.full && frame.generation !== this.position?.generation) {
        this.position = undefined;
        continue;
      }
      this.position = { since: frame.sequence, generation: frame.generation, digest: frame.digest };
      this.onRows(frame.rows);
      this.begun();
    }
  }
}
