import type { LoggerService } from '@nestjs/common';
import { failureText, isPassingFailure } from '../failures.js';

const QUIET_MS = 5_000;
/** A bound for messages that are never the same twice. */
const MAX_KINDS = 50;

interface Kind {
  quietUntil: number;
  untold: number;
}

/**
 * Log of work that is tried again until it succeeds. While the database is away everything fails, many times a second:
 * such a failure is one short line per kind and {@link QUIET_MS}; what is unexpected is logged whole, each time.
 */
export class FaultLog {
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly logger: Pick<LoggerService, 'warn' | 'error'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  report(error: unknown): void {
    if (isPassingFailure(error)) this.warn(failureText(error));
    else this.logger.error(error);
  }

  /** One line for now; `repeated` says how many like it were left out before. */
  warn(message: string): void {
    const known = this.kinds.get(message);
    if (known && known.quietUntil > this.now()) {
      known.untold += 1;
      return;
    }
    if (this.kinds.size >= MAX_KINDS) this.kinds.clear();
    this.kinds.set(message, { quietUntil: this.now() + QUIET_MS, untold: 0 });
    const more = known && known.untold > 0 ? [{ repeated: known.untold }] : [];
    this.logger.warn(message, ...more);
  }
}
