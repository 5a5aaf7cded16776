import { LOCALE } from '../../shared/locale.js';

/** The zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat(LOCALE).resolvedOptions().timeZone;

/** All zones by name, this browser's first, then UTC. */
export function timeZones(): string[] {
  return [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
