import type { PollReply, PollRequest } from '../../../api/contracts/live.contract.js';

/** Minimum interval between polls. Without it, a busy class would be polled dozens of times a second. */
const PACE_MS = 500;

/** Watches that start within this time share one poll. */
const GATHER_MS = 20;

/** Sends one poll; rejects when it fails. */
export type SendPoll = (request: PollRequest, signal: AbortSignal) => Promise<PollReply>;

interface PollingOptions {
  send: SendPoll;
  /** Returns the current watches and reports. */
  request: () => PollRequest;
  /** Processes a reply; returns the minimum delay before the next poll in milliseconds. */
  onReply: (reply: PollReply) => number;
  /** Called after each poll with whether the server served all its topics. */
  onResult: (answered: boolean) => void;
  /** Returns the delay after the nth failure in a row, in milliseconds. */
  waitMs: (failures: number) => number;
  paceMs?: number | undefined;
}

/** Creates a long-polling loop: one request at a time, which the server holds until something changes. */
export function createPolling({ send, request, onReply, onResult, waitMs, paceMs = PACE_MS }: PollingOptions) {
  let run: AbortController | null = null;
  let current: AbortController | null = null;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let wake: (() => void) | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function poll({ signal }: AbortController): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const began = performance.now();
      const asked = new AbortController();
      current = asked;
      const reply = await send(request(), asked.signal).catch(() => null);
      if (signal.aborted) return;
      current = null;
      if (asked.signal.aborted) continue;
      failures = reply ? 0 : failures + 1;
      onResult(reply !== null && reply.frames.every(isServed));
      const atLeast = reply ? Math.max(paceMs, onReply(reply)) : waitMs(failures - 1);
      const left = reply ? atLeast - (performance.now() - began) : atLeast;
      // Browsers run a hidden page's timers once a minute, so no timer runs after a poll that was held long enough.
      if (left > 0) await pause(left);
    }
  }

  return {
    start(): void {
      if (run) return;
      run = new AbortController();
      void poll(run);
    },
    /** Restarts the poll, because other topics are watched or reported now. */
    poll(): void {
      if (!current) return;
      clearTimeout(gathering);
      gathering = setTimeout(() => current?.abort(), GATHER_MS);
    },
    /** Polls immediately, after a failure or a change of network. The poll in flight may wait on a dead connection. */
    pollNow(): void {
      current?.abort();
      wake?.();
    },
    stop(): void {
      run?.abort();
      run = null;
      clearTimeout(gathering);
      current?.abort();
      current = null;
      wake?.();
    },
  };
}

const isServed = (frame: PollReply['frames'][number]): boolean => frame.ok || frame.code !== 'unavailable';
