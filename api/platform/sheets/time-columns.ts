import type { SheetCell, SheetColumn } from './sheet.js';

/** Columns with times in UTC and, if it is not UTC, in a time zone. */
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

  /** Returns the cells of a row without a time. */
  empty(): SheetCell[] {
    return this.clocks.map(() => null);
  }
}

/** Converts a time to the wall-clock time of a time zone. */
type WallClock = (moment: Date) => Date;

const PARTS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Returns the wall clock of an IANA time zone. It returns its time in the UTC fields, because tables have no time zones. */
export function wallClockIn(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: zone, hourCycle: 'h23', calendar: 'gregory' });
  return (moment) => {
    const parts = format.formatToParts(moment);
    const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)!.value);
    return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
  };
}
