/** Time after which a reader counts as stalled if it has not processed any of the events that it lacks. */
const STALLED_AFTER_MS = 60_000;

interface Observation {
  readonly mark: string;
  readonly since: number;
}

/** Detects readers of the log that make no progress although there are events to read. */
export class ReaderProgress {
  private readonly seen = new Map<string, Observation>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Returns the seconds for which a reader has made no progress; null while it makes progress or lacks no events.
   * @param mark identifies the position that the reader has reached
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
