import type { AttemptLedger } from './attempt-ledger.js';
import { percentile } from './percentile.js';

const WIDTH = 30;

/** One line on a terminal that tells how far the class is; nothing where nobody looks. */
export class ProgressBar {
  private beganAt: number | undefined;

  constructor(
    private readonly seconds: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  show(ledger: AttemptLedger): void {
    if (!this.out.isTTY || ledger.submitted === 0) return;
    this.beganAt ??= Date.now();
    const elapsed = Math.min((Date.now() - this.beganAt) / 1_000, this.seconds);
    const filled = Math.round((elapsed / this.seconds) * WIDTH);
    const bar = '█'.repeat(filled).padEnd(WIDTH, '░');
    const p50 = percentile(ledger.latencies.slice(-500), 50);
    const latency = p50 === null ? '' : `, ${Math.round(p50)} ms to the socket`;
    this.out.write(
      `\r${bar} ${Math.floor(elapsed)}/${this.seconds} s  ${ledger.submitted} handed in, ${ledger.seen} seen live${latency}\u001b[K`,
    );
  }

  end(): void {
    if (this.beganAt !== undefined) this.out.write('\r\u001b[K');
  }
}
