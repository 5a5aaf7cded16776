import { locale } from '../../shared/messages/messages.js';

/** Returns the time zone of this browser. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat(locale()).resolvedOptions().timeZone;

/** Returns all time zones by name, this browser's first, then UTC. */
export function timeZones(): string[] {
  return [...new Set([ownTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
