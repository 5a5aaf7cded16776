import type { LiveChanges, LiveRow, LiveTopic, PollReply, WatchReply } from '../../../api/contracts/live.contract.js';
import type { PresenceReport } from '../../../api/contracts/presence.contract.js';
import { REPORT_EVERY_MS } from '../../../api/contracts/presence.rule.js';
import { backOffMs } from './back-off.js';
import { newId } from '../new-id.js';
import { createConnection, type ConnectionOptions, type LiveSocket } from './connection.js';
import { pollWatches } from './poll-watches.js';
import { createPolling, type SendPoll } from './polling.js';

const REPLY_MS = 10_000;
const LINGER_MS = 2000;

/** Position of a watcher: it has received everything up to `sequence` of read-model `generation`. */
export interface LivePosition {
  generation: number;
  sequence: number;
}

export interface LiveUpdate<T> extends LivePosition {
  /** True: `rows` replaces everything received before. */
  full: boolean;
  rows: readonly LiveRow<T>[];
}

type Refusal = Extract<WatchReply, { ok: false }>['code'];

export interface WatchOptions<T> {
  topic: LiveTopic;
  id: string;
  /** Position of the first load; without it the server sends everything. */
  from?: LivePosition;
  onUpdate: (update: LiveUpdate<T>) => void;
  onRefused?: (code: Refusal) => void;
}

interface Watcher extends Omit<WatchOptions<unknown>, 'from'> {
  position: LivePosition | null;
  /** Digest of the newest polled frame; sockets send none. */
  digest: string | undefined;
  /** Refused by the server, so not requested again over this connection. */
  refused: boolean;
  /** True from a request until its successful reply, also while a retry waits. Changes do not advance the position meanwhile. */
  asking: boolean;
  retry?: ReturnType<typeof setTimeout>;
  /** Changes, and null for a resync, that arrived before the reply. They are applied after it, because the reply may be a full load. */
  early: (LiveChanges | null)[];
}

const FRESH = { digest: undefined, refused: false, asking: false };

interface LiveClientOptions extends ConnectionOptions {
  /** Polls the same topics while no socket is connected. */
  sendPoll: SendPoll;
  retryWatchMs?: number;
  reportEveryMs?: number;
  pollPaceMs?: number;
}

/**
 * Creates a client that watches live topics over one socket. After every reconnect and resync it resumes from each watcher's position.
 * Without a socket, it polls from there.
 */
export function createLiveClient(settings: LiveClientOptions) {
  const { sendPoll, retryWatchMs = 2000, reportEveryMs = REPORT_EVERY_MS, pollPaceMs, ...options } = settings;
  const polling = createPolling({
    send: sendPoll,
    request: () => ({ watches: pollWatches(watchers), presence: [...reports].at(-1) ?? null }),
    onReply: takePolled,
    onResult: (isAnswered) => connection.onPollResult(isAnswered),
    waitMs: options.waitMs ?? backOffMs,
    paceMs: pollPaceMs,
  });
  const connection = createConnection(options, polling);
  const watchers = new Set<Watcher>();
  const reports = new Set<PresenceReport>();
  const pageId = newId();
  let change = 0;
  let socket: LiveSocket | null = null;
  let linger: ReturnType<typeof setTimeout> | undefined;

  const watchersOf = ({ topic, id }: { topic?: LiveTopic; id?: string }) =>
    [...watchers].filter((watcher) => (!topic || watcher.topic === topic) && (!id || watcher.id === id));

  function requestWatch(watcher: Watcher): void {
    if (!socket?.connected || !watchers.has(watcher)) return;
    const { topic, id, position } = watcher;
    const asked = socket;
    clearTimeout(watcher.retry);
    watcher.asking = true;
    watcher.early = [];
    const request = { topic, id, ...(position && { since: position.sequence, generation: position.generation }) };
    asked.timeout(REPLY_MS).emit('watch', request, (error: Error | null, reply: WatchReply) => {
      if (asked !== socket || !watchers.has(watcher)) return;
      if (error || (!reply.ok && reply.code === 'unavailable')) scheduleRequest(watcher);
      else handleReply(watcher, reply);
    });
  }

  function scheduleRequest(watcher: Watcher): void {
    watcher.retry = setTimeout(requestWatch, retryWatchMs * (0.5 + Math.random()), watcher);
  }

  function handleReply(watcher: Watcher, reply: WatchReply): void {
    watcher.asking = false;
    if (!reply.ok) return refuse(watcher, reply.code);
    applyUpdate(watcher, reply);
    for (const changes of watcher.early.splice(0)) follow(watcher, changes);
  }

  function refuse(watcher: Watcher, code: Refusal): void {
    watcher.refused = true;
    watcher.onRefused?.(code);
  }

  function applyUpdate(watcher: Watcher, update: LiveUpdate<unknown> & { digest?: string }): void {
    const { generation, sequence, digest } = update;
    watcher.position = { generation, sequence };
    watcher.digest = digest;
    watcher.onUpdate(update);
  }

  /** Passes the frames of a poll to the watchers; returns the delay before the next poll in milliseconds. */
  function takePolled({ frames }: PollReply): number {
    const unread = new Set<Watcher>();
    for (const frame of frames) {
      for (const watcher of watchersOf(frame)) {
        // Later frames would advance the position past rows that the server could not read.
        if (unread.has(watcher)) continue;
        if (!frame.ok && frame.code === 'unavailable') unread.add(watcher);
        else if (!frame.ok) refuse(watcher, frame.code);
        else if (frame.full || watcher.position?.generation === frame.generation) applyUpdate(watcher, frame);
        else watcher.position = null;
      }
    }
    return unread.size > 0 ? retryWatchMs : 0;
  }

  /** Applies changes, or watches again after a resync. */
  function follow(watcher: Watcher, changes: LiveChanges | null): void {
    if (watcher.asking) watcher.early.push(changes);
    else if (changes && changes.generation === watcher.position?.generation)
      applyUpdate(watcher, { ...changes, full: false });
    else {
      if (changes) watcher.position = null;
      requestWatch(watcher);
    }
  }

  function open(): void {
    connection.open((opened) => {
      socket = opened;
      opened.on('connect', () => {
        for (const watcher of watchers) {
          watcher.refused = false;
          requestWatch(watcher);
        }
        for (const report of reports) opened.emit('presence', report);
      });
      opened.on('changes', (changes) => watchersOf(changes).forEach((watcher) => follow(watcher, changes)));
      opened.on('resync', (scope) => watchersOf(scope).forEach((watcher) => follow(watcher, null)));
    });
  }

  function stop(watcher: Watcher): void {
    if (!watchers.delete(watcher)) return;
    const { topic, id } = watcher;
    if (socket?.connected && watchersOf({ topic, id }).length === 0) socket.emit('unwatch', { topic, id });
    closeUnlessUsed();
  }

  function openIfClosed(): boolean {
    clearTimeout(linger);
    if (socket) return false;
    open();
    return true;
  }

  function closeUnlessUsed(): void {
    if (watchers.size + reports.size > 0) return;
    linger = setTimeout(() => {
      connection.close();
      socket = null;
    }, LINGER_MS);
  }

  return {
    state: connection.state,
    onState: connection.onState,
    /** Watches a topic until the returned function is called. */
    watch<T>({ from, onUpdate, ...rest }: WatchOptions<T>): () => void {
      // The topic's contract defines the row type; the wire format does not carry it.
      const untyped = onUpdate as (update: LiveUpdate<unknown>) => void;
      const watcher: Watcher = { ...rest, onUpdate: untyped, ...FRESH, position: from ?? null, early: [] };
      watchers.add(watcher);
      if (!openIfClosed()) requestWatch(watcher);
      polling.poll();
      return () => stop(watcher);
    },
    /** Reports this student's presence now, periodically and after each reconnect, until the returned function is called. */
    present(presence: PresenceReport): () => void {
      const report = { ...presence, page: { id: pageId, change: change++ } };
      const say = () => void (socket?.connected && socket.emit('presence', report));
      reports.add(report);
      if (!openIfClosed()) say();
      polling.poll();
      const timer = setInterval(say, reportEveryMs);
      return () => {
        clearInterval(timer);
        if (!reports.delete(report)) return;
        polling.poll();
        closeUnlessUsed();
      };
    },
    /** Closes the connection immediately. */
    close(): void {
      clearTimeout(linger);
      watchers.clear();
      reports.clear();
      connection.close();
      socket = null;
    },
  };
}
export type LiveClient = ReturnType<typeof createLiveClient>;
