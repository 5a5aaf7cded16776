import type { LiveChanges, PollFrame } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { LiveConnection } from './live-socket.js';

/** Time that a poll waits after its first change for further ones. One event often changes several topics. */
const GATHER_MS = 30;

/** A poll that the server holds open. It is a watcher until its request ends. */
export class LivePoll implements LiveConnection {
  readonly data: { readonly actor: Actor };
  readonly rooms = new Set<string>();
  /** Changes in the order of their arrival. */
  readonly frames: PollFrame[] = [];
  /** True once the poll must be answered with the changes so far. */
  isOver = false;
  private readonly over: Promise<void>;
  private resolve!: () => void;
  private timer: NodeJS.Timeout | undefined;
  private gathering = false;

  constructor(
    readonly id: string,
    actor: Actor,
  ) {
    this.data = { actor };
    this.over = new Promise((resolve) => (this.resolve = resolve));
  }

  /** Resolves shortly after the first change, when the poll is ended, or after `waitMs`. */
  async wait(waitMs: number): Promise<void> {
    if (this.frames.length > 0 || this.isOver) return;
    this.timer = setTimeout(() => this.end(), waitMs);
    await this.over;
  }

  changed({ topic, id, generation, sequence, rows }: LiveChanges, digest: string | undefined): void {
    if (this.isOver) return;
    this.frames.push({ topic, id, ok: true, generation, sequence, full: false, rows, ...(digest && { digest }) });
    if (this.gathering) return;
    this.gathering = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), GATHER_MS);
  }

  /** Answers the poll with the changes so far. The client polls again, and its rights are checked again. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.resolve();
  }

  /** Ends the poll, because a poll leaves its rooms only with its answer. */
  leave(): void {
    this.end();
  }

  /** Ends the poll: messages other than changes make the client poll again. */
  emit(): void {
    this.end();
  }

  disconnect(): void {
    this.end();
  }
}
