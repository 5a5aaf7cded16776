import type { LiveRow } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { Room, RoomOutlet } from './room.js';

/** Interval at which rows without events are read while the room has watchers. */
const LOOK_EVERY_MS = 2_000;
/** Marks a row on which watchers may differ. It equals no JSON text, so the next read sends the row to all. */
const IN_DOUBT = '';

/** A room of kind `presence`. Reads all rows periodically and sends those that differ. */
export class PolledRoom implements Room {
  /** The rows that all watchers have, as JSON by key; undefined until the first reply. */
  private told: Map<string, string> | undefined;
  private sequence = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
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
    if (this.closed || this.looking) return;
    clearTimeout(this.timer);
    void this.look();
  }

  answered({ sequence, rows }: Pick<LiveRead, 'sequence' | 'rows'>): void {
    const answered = new Map(rows.map(({ key, value }) => [key, JSON.stringify(value)]));
    this.sequence = Math.max(this.sequence, sequence);
    this.told ??= new Map(answered);
    for (const key of new Set([...this.told.keys(), ...answered.keys()])) {
      if (this.told.get(key) !== answered.get(key)) this.told.set(key, IN_DOUBT);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    this.looking = true;
    try {
      this.tell(await this.definition.read(this.id, this.audience, 0));
    } catch (error) {
      this.onError(error);
    }
    this.looking = false;
    if (!this.closed) this.schedule();
  }

  private tell({ sequence, generation, rows }: LiveRead): void {
    if (this.closed || !this.told) return;
    if (sequence < this.sequence) return this.startOver();
    this.sequence = sequence;
    const different = differences(this.told, rows, sequence);
    if (different.length === 0) return;
    this.outlet.changes({ topic: this.definition.topic, id: this.id, generation, sequence, rows: different });
  }

  /** Makes all watchers load again. They would ignore these rows, because the clock went back or a reply had newer rows. */
  private startOver(): void {
    this.told = undefined;
    this.sequence = 0;
    this.outlet.resync();
  }
}

/** Returns the rows that differ from the sent ones; removed rows have no value. Updates `told`. */
function differences(
  told: Map<string, string>,
  rows: readonly LiveRow<unknown>[],
  sequence: number,
): LiveRow<unknown>[] {
  const now = new Map(rows.map((row) => [row.key, row]));
  const gone = [...told.keys()].filter((key) => !now.has(key));
  const changed = rows.filter(({ key, value }) => told.get(key) !== JSON.stringify(value));
  for (const key of gone) told.delete(key);
  for (const { key, value } of changed) told.set(key, JSON.stringify(value));
  return [...changed, ...gone.map((key) => ({ key, sequence, value: null }))];
}
