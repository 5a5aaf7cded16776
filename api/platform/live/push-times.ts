import type { Metrics } from '../ops/metrics.js';

/** More pushes than a node makes between two looks at them; what comes beyond is in the histogram all the same. */
const MOST_KEPT = 2_000;

/** How long it takes from an event to the live message that tells of it. */
export class PushTimes {
  /** What the database's clock is ahead of this node's, in milliseconds. */
  clockOffsetMs = 0;
  private readonly histogram;
  private recent: number[] = [];

  constructor(metrics: Metrics) {
    this.histogram = metrics.histogram('ready_room_push_duration_seconds');
  }

  /** A message left that tells of an event recorded at `recordedAt`, by the database's clock. */
  pushed(recordedAt: number): void {
    const took = Math.max(0, Date.now() + this.clockOffsetMs - recordedAt);
    this.histogram.observe(took / 1_000);
    if (this.recent.length < MOST_KEPT) this.recent.push(took);
  }

  /** How many milliseconds 95 of 100 pushes took at most since the last call; null when there was none. */
  takeSlowest(): number | null {
    const sorted = this.recent.toSorted((a, b) => a - b);
    this.recent = [];
    return sorted.length === 0 ? null : Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1]!);
  }
}
