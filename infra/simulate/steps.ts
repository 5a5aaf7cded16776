import { openBar } from '../../api/cli/progress-bar.js';

/** Progress display and stop signal of a simulation. */
export interface Steps {
  /** Aborted when the simulation must stop. */
  readonly signal: AbortSignal;
  show(what: string, done: number, total: number, detail?: string): void;
}

/** Shows no progress and never stops. */
export const NO_STEPS: Steps = { signal: new AbortController().signal, show: () => undefined };

/** Shows one progress bar at a time on a terminal; shows nothing when the output is not a terminal. */
export class TerminalSteps implements Steps {
  private shown: { readonly what: string; readonly bar: ReturnType<typeof openBar> } | undefined;

  constructor(
    readonly signal: AbortSignal,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(what: string, done: number, total: number, detail = `${done} of ${total}`): void {
    if (this.shown?.what !== what) {
      this.end();
      this.shown = { what, bar: openBar(this.out, what) };
    }
    this.shown.bar.show(done / total, detail);
  }

  /** Removes the bar. */
  end(): void {
    this.shown?.bar.close();
    this.shown = undefined;
  }
}
