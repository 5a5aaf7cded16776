import type { PollReply, PollRequest } from '../../../api/contracts/live.contract.js';

/** At least this long from one poll to the next: a busy class would otherwise be asked for dozens of times a second. */
const PACE_MS = 500;

/** What begins to be watched in one moment goes into one poll. */
const GATHER_MS = 20;

/** Sends one poll; rejects when it is not answered. */
export type SendPoll = (request: PollRequest, signal: AbortSignal) => Promise<PollReply>;

interface PollingOptions {
  send: SendPoll;
  /** What to ask for now. */
  request: () => PollRequest;
  /** Hands on an answer; returns how long to wait before the next poll at least, in milliseconds. */
  take: (reply: PollReply) => number;
  /** Called after each poll with whether the server served every topic of it. */
  onResult: (answered: boolean) => void;
  /** How long to wait after the nth failure in a row, in milliseconds. */
  waitMs: (failures: number) => number;
  paceMs?: number | undefined;
}

/** Long polling: one request after the other, each held by the server until there is news. */
export function createPolling({ send, request, take, onResult, waitMs, paceMs = PACE_MS }: PollingOptions) {
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
      const atLeast = reply ? Math.max(paceMs, take(reply)) : waitMs(failures - 1);
      const left = reply ? atLeast - (performance.now() - began) : atLeast;
      // Browsers run a hidden page's timers once a minute, so a poll that was held goes on without one.
      if (left > 0) await pause(left);
    }
  }

  return {
    start(): void {
      if (run) return;
      run = new AbortController();
      void poll(run);
    },
    /** Asks anew: something else is watched or reported now. */
    ask(): void {
      if (!current) return;
      clearTimeout(gathering);
      gathering = setTimeout(() => current?.abort(), GATHER_MS);
    },
    /** Polls at once, after a failure or a change of network. The poll in flight may wait on a connection that is gone. */
    hurry(): void {
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
