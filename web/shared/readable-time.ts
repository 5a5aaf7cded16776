import { locale } from './messages/messages.js';
import { sharedMessages } from './shared.messages.js';

/** Creates formats on first use: each takes the browser milliseconds, which would slow down the page load. */
function format(options: Intl.DateTimeFormatOptions): (moment: string | number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (moment) =>
    (made ??= new Intl.DateTimeFormat(locale(), { hourCycle: 'h23', ...options })).format(new Date(moment));
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats date and time to the minute. */
export const dateAndTime = format({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats date and time to the second with the zone, for tooltips and the audit. */
export const preciseTime = format({ dateStyle: 'medium', timeStyle: 'long' });

export const dateOnly = format({ dateStyle: 'medium' });

/** Formats the time of day to the second, with the zone. */
export const timeOnly = format({ timeStyle: 'long' });

/** Formats the time of day to the minute, for axes and short notices. */
export const minuteOfDay = format({ hour: '2-digit', minute: '2-digit' });

/** Formats the time of day to the second, for axes over a short time. */
export const secondOfDay = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Formats the time since `moment` in the largest unit that fits. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = Math.round((new Date(moment).getTime() - now.getTime()) / 1000);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return sharedMessages.time.justNow;
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / step[1]), step[0]);
}
