import type { Tracer } from '../tracing/tracer.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { ChangeCause } from './read-changes.js';
import type { Room, RoomOutlet } from './room.js';

/**
 * Shortest time between two messages of a room. Changes in between are sent with the next message. Shorter than the time between two
 * batches of the projector, so that a room does not delay the next batch.
 */
const COALESCE_MS = 100;
const RETRY_MS = 1_000;

/** A room of kind `rows` or `snapshot`. Reads its rows when a projection publishes a change. */
export class LiveRoom implements Room {
  private timer: NodeJS.Timeout | undefined;
  private flushing = false;
  private changedAgain = false;
  private flushedAt = -Infinity;
  /** The snapshot of all watchers; '' when watchers have different ones, undefined before the first one is sent. */
  private lastSnapshot: string | undefined;
  private closed = false;
  private generation: number | undefined;
  /** Recording time of the oldest event that has not been sent. */
  private pendingSince: number | undefined;
  /** Trace contexts of the batches that cause the next message. */
  private readonly pendingTraces = new Set<string>();

  constructor(
    readonly definition: LiveTopicDefinition,
    readonly id: string,
    readonly audience: string,
    /** Sequence up to which the watchers have received changes. */
    private sequence: number,
    private readonly outlet: RoomOutlet,
    private readonly onError: (error: unknown) => void,
    private readonly tracer: Tracer | null = null,
  ) {}

  /** Sends the change immediately, or with the next message when one has just been sent. */
  changed({ recordedAt, traceparent }: ChangeCause = {}): void {
    if (this.closed) return;
    this.pendingSince ??= recordedAt;
    if (this.tracer && traceparent !== undefined) this.pendingTraces.add(traceparent);
    if (this.flushing) this.changedAgain = true;
    else this.schedule(this.flushedAt + (this.definition.pauseMs ?? COALESCE_MS) - performance.now());
  }

  /** Records the reply to a watcher. If it is older than the room's last message, the room sends the changes since then to all. */
  recordReply({ sequence, generation, rows }: Pick<LiveRead, 'sequence' | 'generation' | 'rows'>): void {
    this.compareSnapshot(JSON.stringify(rows[0]?.value));
    const isDiscontinuous = sequence < this.sequence || generation !== (this.generation ?? generation);
    this.generation = Math.min(this.generation ?? generation, generation);
    this.sequence = Math.min(this.sequence, sequence);
    if (!isDiscontinuous) return;
    this.lastSnapshot = '';
    this.changed();
  }

  /** Compares a watcher's snapshot with the others'. If they differ, the next snapshot is sent even if it is unchanged. */
  private compareSnapshot(snapshot: string | undefined): void {
    if (this.definition.kind !== 'snapshot') return;
    this.lastSnapshot = (this.lastSnapshot ?? snapshot) === snapshot ? snapshot : '';
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private schedule(inMs: number): void {
    this.timer ??= setTimeout(() => void this.flush(), Math.max(0, inMs));
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    this.flushing = true;
    this.flushedAt = performance.now();
    let retry = false;
    try {
      await (this.tracer ? this.traced(this.tracer) : this.sendPending());
    } catch (error) {
      this.onError(error);
      retry = true;
    }
    this.flushing = false;
    if (this.closed) return;
    if (retry) this.schedule(RETRY_MS);
    else if (this.changedAgain) this.changed();
    this.changedAgain = false;
  }

  private traced(tracer: Tracer): Promise<void> {
    const traces = [...this.pendingTraces];
    this.pendingTraces.clear();
    const attributes = { 'ready_room.topic': this.definition.topic, 'ready_room.topic_id': this.id };
    return tracer.follow('push', traces, attributes, () => this.sendPending());
  }

  private async sendPending(): Promise<void> {
    const { definition, id, audience } = this;
    const since = this.sequence;
    const recordedAt = this.pendingSince;
    this.pendingSince = undefined;
    const { sequence, generation, rows, hasMore } = await definition.read(id, audience, since);
    if (this.closed) return;
    if (hasMore) this.changedAgain = true;
    const rebuilt = this.generation !== undefined && this.generation !== generation;
    this.generation = generation;
    // `recordReply` may have lowered the sequence during the read.
    if (this.sequence === since) this.sequence = sequence;
    if (rebuilt) return this.outlet.resync();
    if (rows.length === 0 || this.isKnownSnapshot(rows[0]?.value)) return;
    // This snapshot is newer than its sequence, so watchers may ignore it. The change that it contains already is about to be reported.
    if (definition.kind === 'snapshot' && sequence === since) this.lastSnapshot = '';
    this.outlet.changes({ topic: definition.topic, id, generation, sequence, rows: [...rows] }, recordedAt);
  }

  private isKnownSnapshot(value: unknown): boolean {
    if (this.definition.kind !== 'snapshot') return false;
    const snapshot = JSON.stringify(value);
    if (snapshot === this.lastSnapshot) return true;
    this.lastSnapshot = snapshot;
    return false;
  }
}
