type Undo = () => Promise<unknown>;

const pending: Undo[] = [];
let interrupted = false;

/** From then on errors only say that what they worked with has gone. */
export const wasInterrupted = (): boolean => interrupted;

/** Registers what must be undone should the run be interrupted; call the result when it has been undone in order. */
export function undoWhenInterrupted(undo: Undo): () => void {
  pending.push(undo);
  return () => void pending.splice(pending.indexOf(undo), 1);
}

/** On Ctrl-C and SIGTERM nothing stays behind: no platform, no database, no folder. */
export function undoOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void undoAll());
}

async function undoAll(): Promise<never> {
  interrupted = true;
  for (const undo of pending.toReversed()) await undo().catch(() => undefined);
  process.exit(130);
}
