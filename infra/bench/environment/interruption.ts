type Undo = () => Promise<unknown>;

const pending: Undo[] = [];
let interrupted = false;

/** After it, errors are only consequences of the clean-up. */
export const wasInterrupted = (): boolean => interrupted;

/** Registers a clean-up for an interrupted run. Call the result after the regular clean-up. */
export function undoWhenInterrupted(undo: Undo): () => void {
  pending.push(undo);
  return () => void pending.splice(pending.indexOf(undo), 1);
}

/** On Ctrl-C and SIGTERM, removes every platform, database and folder of the run. */
export function undoOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void undoAll());
}

async function undoAll(): Promise<never> {
  interrupted = true;
  for (const undo of pending.toReversed()) await undo().catch(() => undefined);
  process.exit(130);
}
