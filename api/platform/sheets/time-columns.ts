import type { SheetCell, SheetColumn } from './sheet.js';
import { type WallClock, wallClockIn } from './wall-clock.js';

/** Moments in UTC, and as clocks in the zone show them where that is another. */
export class TimeColumns {
  readonly columns: readonly SheetColumn[];
  private readonly clocks: readonly WallClock[];

  constructor(zone: string, title = 'Time') {
    const zones = zone === 'UTC' ? [zone] : ['UTC', zone];
    this.columns = zones.map((name) => ({ title: `${title} (${name})`, width: 22 }));
    this.clocks = zones.map(wallClockIn);
  }

  cells(moment: string): SheetCell[] {
    const date = new Date(moment);
    return this.clocks.map((clock) => clock(date));
  }

  /** For a row without a moment. */
  empty(): SheetCell[] {
    return this.clocks.map(() => null);
  }
}
