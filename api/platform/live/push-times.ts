import type { Clock } from '../clock.js';
import type { Metrics } from '../ops/metrics.js';

/** Largest number of kept durations, more than a node has between two samples. The histogram includes further ones. */
const MOST_KEPT = 2_000;

/** Durations from the recording of an event to the live message with its change. */
export class PushTimes {
  private readonly histogram;
  private recent: number[] = [];

  constructor(
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.histogram = metrics.histogram('ready_room_push_duration_seconds');
  }

  /** Records a sent message whose oldest event was recorded at `recordedAt`, by the database's clock. */
  pushed(recordedAt: number): void {
    const took = Math.max(0, this.clock.now().getTime() - recordedAt);
    this.histogram.observe(took / 1_000);
    if (this.recent.length < MOST_KEPT) this.recent.push(took);
  }

  /** Returns the 95th percentile of the durations since the last call, in milliseconds; null when there were none. */
  takeSlowest(): number | null {
    const sorted = this.recent.toSorted((a, b) => a - b);
    this.recent = [];
    return sorted.length === 0 ? null : Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1]!);
  }
}
