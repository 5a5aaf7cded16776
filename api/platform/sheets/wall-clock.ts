/** Shows what a clock on a wall in some time zone shows. */
export type WallClock = (moment: Date) => Date;

const PARTS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** The clock of an IANA time zone; what it shows stands in the UTC fields, because tables know no zones. */
export function wallClockIn(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: zone, hourCycle: 'h23', calendar: 'gregory' });
  return (moment) => {
    const parts = format.formatToParts(moment);
    const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)!.value);
    return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
  };
}
