/** What long preparations report to, and what ends them. */
export interface Steps {
  /** Aborted when the simulation is to stop. */
  readonly signal: AbortSignal;
  show(what: string, done: number, total: number): void;
}

/** Reports to nobody and goes on to the end. */
export const NO_STEPS: Steps = { signal: new AbortController().signal, show: () => undefined };

/** One line on a terminal; nothing elsewhere. */
export class TerminalSteps implements Steps {
  constructor(
    readonly signal: AbortSignal,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(what: string, done: number, total: number): void {
    if (this.out.isTTY) this.out.write(`\r${what}: ${done} of ${total}\u001b[K${done === total ? '\n' : ''}`);
  }
}
