import type { ClassSession } from '../../../api/contracts/group.contract.js';
import type { LiveClient } from '../../shared/live-client/live-client.js';
import { awaitedClass } from './queued-result.js';
import type { ResultOutbox } from './outbox.js';

interface AwaitedClass {
  isRunning: boolean;
  /** Attempts sent since the class is running. A result that is rejected again must not be sent endlessly. */
  readonly tried: Set<string>;
  readonly stop: () => void;
}

/**
 * Sends results again that were rejected because their class was not running, once it is running again. A watcher of the class detects a
 * resumption immediately. Its first response covers a resumption while the page was closed.
 */
export function retryOnResume(
  outbox: Pick<ResultOutbox, 'read' | 'subscribe' | 'tryAgain'>,
  live: () => Pick<LiveClient, 'watch'>,
): () => void {
  const classes = new Map<string, AwaitedClass>();

  function watch(sessionId: string): AwaitedClass {
    const stop = live().watch<ClassSession | null>({
      topic: 'class',
      id: sessionId,
      onUpdate: ({ rows }) => {
        const [row] = rows;
        if (row) noteClassState(sessionId, isRunning(row.value));
      },
    });
    const awaited: AwaitedClass = { isRunning: false, tried: new Set(), stop };
    classes.set(sessionId, awaited);
    return awaited;
  }

  function noteClassState(sessionId: string, running: boolean): void {
    const awaited = classes.get(sessionId);
    if (!awaited) return;
    awaited.isRunning = running;
    if (!running) awaited.tried.clear();
    retry();
  }

  function retry(): void {
    for (const result of outbox.read().refused) {
      const sessionId = awaitedClass(result);
      if (sessionId === null) continue;
      const { isRunning: canBeSent, tried } = classes.get(sessionId) ?? watch(sessionId);
      if (!canBeSent || tried.has(result.attemptId)) continue;
      tried.add(result.attemptId);
      void outbox.tryAgain(result.attemptId);
    }
  }

  const stop = outbox.subscribe(retry);
  retry();
  return () => {
    stop();
    for (const awaited of classes.values()) awaited.stop();
  };
}

const isRunning = (session: ClassSession | null): boolean =>
  session !== null && session.startDate !== null && session.endDate === null;
