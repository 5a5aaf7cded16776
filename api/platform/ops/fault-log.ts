import type { LoggerService } from '@nestjs/common';
import { failureText, isTransientFailure } from '../failures.js';

const QUIET_MS = 5_000;
/** Largest number of remembered messages. Bounds memory when every message is different. */
const MAX_KINDS = 50;

interface Kind {
  quietUntil: number;
  unreported: number;
}

/**
 * Logs the failures of retried work. While the database is unreachable, everything fails many times a second. Passing failures
 * are logged as one short line per message every {@link QUIET_MS}. Unexpected failures are always logged in full.
 */
export class FaultLog {
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly logger: Pick<LoggerService, 'warn' | 'error'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  report(error: unknown): void {
    if (isTransientFailure(error)) this.warn(failureText(error));
    else this.logger.error(error);
  }

  /** Logs a message at most once per {@link QUIET_MS}. `repeated` is the number of identical messages that were left out. */
  warn(message: string): void {
    const known = this.kinds.get(message);
    if (known && known.quietUntil > this.now()) {
      known.unreported += 1;
      return;
    }
    if (this.kinds.size >= MAX_KINDS) this.kinds.clear();
    this.kinds.set(message, { quietUntil: this.now() + QUIET_MS, unreported: 0 });
    const more = known && known.unreported > 0 ? [{ repeated: known.unreported }] : [];
    this.logger.warn(message, ...more);
  }
}
