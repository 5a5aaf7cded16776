const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A moment for people: date and time to the minute. */
export const dateAndTime = (moment: string): string => exact.format(new Date(moment));

/** To the second and with the zone, for tooltips and the audit. */
export const preciseTime = (moment: string): string => precise.format(new Date(moment));

export const dateOnly = (moment: string): string => day.format(new Date(moment));

/** The time of day to the second, with the zone. */
export const timeOnly = (moment: string): string => time.format(new Date(moment));

/** How long ago, in the largest unit that fits. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = Math.round((new Date(moment).getTime() - now.getTime()) / 1000);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
}
