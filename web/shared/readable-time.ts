import { locale } from './messages/messages.js';
import { sharedMessages } from './shared.messages.js';

/** Made when first used: browsers take milliseconds for each, while a page opens. */
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

/** A moment for people: date and time to the minute. */
export const dateAndTime = format({ dateStyle: 'medium', timeStyle: 'short' });

/** To the second and with the zone, for tooltips and the audit. */
export const preciseTime = format({ dateStyle: 'medium', timeStyle: 'long' });

export const dateOnly = format({ dateStyle: 'medium' });

/** The time of day to the second, with the zone. */
export const timeOnly = format({ timeStyle: 'long' });

/** The time of day to the minute, for axes and short notices. */
export const minuteOfDay = format({ hour: '2-digit', minute: '2-digit' });

/** The time of day to the second, for axes over a short time. */
export const secondOfDay = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** How long ago, in the largest unit that fits. */
export function timeAgo(moment: string, now: Date): string {
  const seconds = Math.round((new Date(moment).getTime() - now.getTime()) / 1000);
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (!step) return sharedMessages.time.justNow;
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / step[1]), step[0]);
}
