import { MOST_EVENTS_COUNTED } from '../../../api/contracts/system-status.rule.js';
import { readableNumber } from '../../shared/locale.js';

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** How long, in one unit: 0.4 s, 12 s, 3 min, 5 h. */
export function duration(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds >= length);
  if (unit) return `${Math.floor(seconds / unit[1])} ${unit[0]}`;
  return seconds > 0 && seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

/** 12 events; beyond what is counted, only that there are more. */
export function events(count: number): string {
  if (count >= MOST_EVENTS_COUNTED) return `${readableNumber(MOST_EVENTS_COUNTED)} events or more`;
  return `${readableNumber(count)} ${count === 1 ? 'event' : 'events'}`;
}

/** Bytes in one unit: 870 kB, 412 MB, 38 GB. */
export function bytes(value: number): string {
  if (value < 1e6) return `${Math.ceil(value / 1e3)} kB`;
  return value < 1e9 ? `${Math.round(value / 1e6)} MB` : `${Math.round(value / 1e9)} GB`;
}

/** `quiz-responses` as it stands in a list. */
export function readable(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
