import { comparePositions, LOG_START, type LogPosition } from '../message.js';

/**
 * What this process knows about the end of the log: the newest stretch without events of the platform. Without it, every poll reads
 * the events of other applications again that follow the platform's last event.
 */
export class LogEnd {
  /** Position after which the stretch begins; `isExact` when it is that of an event of the platform, or the start of the log. */
  private from: LogPosition = LOG_START;
  private isExact = false;
  private to: LogPosition = LOG_START;

  /** A position that the log has reached; LOG_START while none is known. */
  get reached(): LogPosition {
    return this.to;
  }

  /** Position of the platform's newest event up to {@link reached}; undefined while it is unknown. */
  get newestOwn(): LogPosition | undefined {
    return this.isExact ? this.from : undefined;
  }

  /** Records that no event of the platform is after `from` up to `to`. `isExact` means that `from` is the position of one, or the start. */
  note(from: LogPosition, to: LogPosition, isExact: boolean): void {
    if (comparePositions(to, this.from) < 0) return;
    const order = comparePositions(from, this.from);
    const gap = comparePositions(from, this.to);
    if (gap > 0 || (gap === 0 && isExact)) {
      [this.from, this.to, this.isExact] = [from, to, isExact];
      return;
    }
    if (order <= 0) this.isExact = isExact || (order === 0 && this.isExact);
    if (order < 0) this.from = from;
    if (comparePositions(to, this.to) > 0) this.to = to;
  }

  /** Returns the position up to which no event of the platform follows `position`. */
  pass(position: LogPosition): LogPosition {
    return comparePositions(position, this.from) >= 0 && comparePositions(position, this.to) < 0 ? this.to : position;
  }
}
