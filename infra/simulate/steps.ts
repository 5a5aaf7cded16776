/** Progress display and stop signal of long preparations. */
export interface Steps {
  /** Aborted when the simulation is to stop. */
  readonly signal: AbortSignal;
  show(what: string, done: number, total: number): void;
}

/** Shows no progress and never stops. */
export const NO_STEPS: Steps = { signal: new AbortController().signal, show: () => undefined };

/** Shows progress in one line of a terminal; shows nothing when the output is no terminal. */
export class TerminalSteps implements Steps {
  constructor(
    readonly signal: AbortSignal,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(what: string, done: number, total: number): void {
    if (this.out.isTTY) this.out.write(`\r${what}: ${done} of ${total}\u001b[K${done === total ? '\n' : ''}`);
  }
}
