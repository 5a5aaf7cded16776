/** A reader that lacks events and takes none in for this long makes no progress. */
const STALLED_AFTER_MS = 60_000;

interface Seen {
  readonly mark: string;
  readonly since: number;
}

/** Notices readers of the log that do not move although there are events to read. */
export class ReaderProgress {
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Returns for how many seconds a reader has made no progress; null while it makes some, or lacks nothing.
   * @param mark names the place that the reader has reached
   */
  stalledSeconds(reader: string, mark: string, lacksEvents: boolean): number | null {
    const seen = this.seen.get(reader);
    if (!lacksEvents || seen?.mark !== mark) {
      if (lacksEvents) this.seen.set(reader, { mark, since: this.now() });
      else this.seen.delete(reader);
      return null;
    }
    const stalledMs = this.now() - seen.since;
    return stalledMs < STALLED_AFTER_MS ? null : stalledMs / 1_000;
  }
}
