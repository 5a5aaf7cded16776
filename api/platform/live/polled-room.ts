import type { LiveRow } from '../../contracts/live.contract.js';
import type { LiveRead, LiveTopicDefinition } from './live-topic.js';
import type { Room, RoomOutlet } from './room.js';

/** How often what no event tells of is looked at, for as long as anybody is in the room. */
const LOOK_EVERY_MS = 2_000;
/** What somebody was answered that the others were not told: told to all, whatever it is by the next look. */
const IN_DOUBT = '';

/** A room of kind `presence`: all rows are read again and again, and only those that differ are told. */
export class PolledRoom implements Room {
  /** What everybody in the room holds, as JSON by key; undefined until somebody has been answered. */
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

  /** Looks now instead of a little later. */
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

  /** The clock went back, or somebody was answered while we looked: whoever holds newer rows would ignore these. */
  private startOver(): void {
    this.told = undefined;
    this.sequence = 0;
    this.outlet.resync();
  }
}

/** The rows that are not as they were told, those that are gone without value; notes them as told. */
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
