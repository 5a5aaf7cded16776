import { MOST_EVENTS_COUNTED } from '../../../api/contracts/system-status.rule.js';
import { operationsMessages as messages } from './operations.messages.js';

const UNITS = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const;

/** Formats a duration in one unit: 0.4 s, 12 s, 3 min, 5 h. */
export function duration(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (unit) return messages.units[unit[0]](Math.floor(seconds / unit[1]));
  return messages.units.seconds(seconds > 0 && seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds)));
}

/** Formats a number of events: 12 events. Above the counting limit, it only says that there are more. */
export function events(count: number): string {
  if (count >= MOST_EVENTS_COUNTED) return messages.units.eventsOrMore(MOST_EVENTS_COUNTED);
  return messages.units.events(count);
}

/** Formats a size in one unit: 870 kB, 412 MB, 38 GB. */
export function bytes(value: number): string {
  if (value < 1e6) return messages.units.kilobytes(Math.ceil(value / 1e3));
  return value < 1e9
    ? messages.units.megabytes(Math.round(value / 1e6))
    : messages.units.gigabytes(Math.round(value / 1e9));
}

/** Formats a name such as `quiz-responses` for a list. */
export function readable(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
