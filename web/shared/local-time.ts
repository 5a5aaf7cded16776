import { locale } from './messages/messages.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Minutes a zone is ahead of UTC at a moment. */
export type OffsetAt = (ms: number) => number;

const browserOffset: OffsetAt = (ms) => -new Date(ms).getTimezoneOffset();

let zoneName: Intl.DateTimeFormat | undefined;

/** A moment as the API takes it: without milliseconds. */
export const toMoment = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** The wall clock at a moment, as a date and time picker holds it: YYYY-MM-DDTHH:mm. */
export const toPicker = (moment: Date, offsetAt: OffsetAt = browserOffset): string =>
  new Date(moment.getTime() + offsetAt(moment.getTime()) * MINUTE_MS).toISOString().slice(0, 16);

/** The last minute a picker offers: years have four digits, so it goes on to the hours by itself, and keep them in any zone. */
export const LATEST_PICKED = '9998-12-31T23:59';

/**
 * The moments at which a wall clock shows this: one on most days, none where clocks are put forward over it, two where
 * they are put back.
 */
export function momentsOf(picked: string, offsetAt: OffsetAt = browserOffset): Date[] {
  const asUtc = Date.parse(`${picked}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)]);
  return [...offsets]
    .map((offset) => new Date(asUtc - offset * MINUTE_MS))
    .filter((moment) => toPicker(moment, offsetAt) === picked)
    .toSorted((a, b) => a.getTime() - b.getTime());
}

/** Formats a moment as MM/DD/YYYY @ HH:mm (docs/rules.md#dates). */
export function stampOf(moment: string): string {
  const [date = '', time] = toPicker(new Date(moment)).split('T');
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} @ ${time}`;
}

/** The zone a time is shown in, in words: it differs between summer and winter. */
export const zoneAt = (moment: Date): string =>
  (zoneName ??= new Intl.DateTimeFormat(locale(), { timeZoneName: 'long' }))
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
