import type { LiveRow } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { Room, RoomOutlet } from './room.js';

/** Interval at which rows without events are read while the room has watchers. */
const READ_EVERY_MS = 2_000;
/** Marks a row on which watchers may differ. It equals no JSON text, so the next read sends the row to all. */
const UNCERTAIN = '';

/** A room of kind `presence`. Reads all rows periodically and sends those that differ. */
export class PolledRoom implements Room {
  /** The rows that all watchers have, as JSON by key; undefined until the first reply. */
  private sent: Map<string, string> | undefined;
  private sequence = 0;
  private timer: NodeJS.Timeout | undefined;
  private reading = false;
  private closed = false;

  constructor(
    readonly definition: LiveTopicDefinition,
    readonly id: string,
    readonly audience: string,
    private readonly outlet: RoomOutlet,
    private readonly onError: (error: unknown) => void,
  ) {
    this.schedule();
  }

  /** Reads now instead of at the next interval. */
  changed(): void {
    if (this.closed || this.reading) return;
    clearTimeout(this.timer);
    void this.readRows();
  }

  recordReply({ sequence, rows }: Pick<LiveRead, 'sequence' | 'rows'>): void {
    const received = new Map(rows.map(({ key, value }) => [key, JSON.stringify(value)]));
    this.sequence = Math.max(this.sequence, sequence);
    this.sent ??= new Map(received);
    for (const key of new Set([...this.sent.keys(), ...received.keys()])) {
      if (this.sent.get(key) !== received.get(key)) this.sent.set(key, UNCERTAIN);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.readRows(), READ_EVERY_MS);
  }

  private async readRows(): Promise<void> {
    this.reading = true;
    try {
      this.send(await this.definition.read(this.id, this.audience, 0));
    } catch (error) {
      this.onError(error);
    }
    this.reading = false;
    if (!this.closed) this.schedule();
  }

  private send({ sequence, generation, rows }: LiveRead): void {
    if (this.closed || !this.sent) return;
    if (sequence < this.sequence) return this.resync();
    this.sequence = sequence;
    const different = differences(this.sent, rows, sequence);
    if (different.length === 0) return;
    this.outlet.changes({ topic: this.definition.topic, id: this.id, generation, sequence, rows: different });
  }

  /** Makes all watchers load again. They would ignore these rows, because the clock went back or a reply had newer rows. */
  private resync(): void {
    this.sent = undefined;
    this.sequence = 0;
    this.outlet.resync();
  }
}

/** Returns the rows that differ from the sent ones; removed rows have no value. Updates `sent`. */
function differences(
  sent: Map<string, string>,
  rows: readonly LiveRow<unknown>[],
  sequence: number,
): LiveRow<unknown>[] {
  const now = new Map(rows.map((row) => [row.key, row]));
  const removed = [...sent.keys()].filter((key) => !now.has(key));
  const changed = rows.filter(({ key, value }) => sent.get(key) !== JSON.stringify(value));
  for (const key of removed) sent.delete(key);
  for (const { key, value } of changed) sent.set(key, JSON.stringify(value));
  return [...changed, ...removed.map((key) => ({ key, sequence, value: null }))];
}
