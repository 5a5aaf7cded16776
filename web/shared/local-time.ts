import { locale } from './messages/messages.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Returns the offset of a time zone from UTC at a time, in minutes. */
export type OffsetAt = (ms: number) => number;

const browserOffset: OffsetAt = (ms) => -new Date(ms).getTimezoneOffset();

let zoneName: Intl.DateTimeFormat | undefined;

/** Formats a time for the API: without milliseconds. */
export const toMoment = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Formats a time for a date and time picker, in local time: YYYY-MM-DDTHH:mm. */
export const toPicker = (moment: Date, offsetAt: OffsetAt = browserOffset): string =>
  new Date(moment.getTime() + offsetAt(moment.getTime()) * MINUTE_MS).toISOString().slice(0, 16);

/** The latest time that a picker offers. Years have four digits so that the picker moves on to the hours, and stay so in every zone. */
export const LATEST_PICKED = '9998-12-31T23:59';

/** Returns the times at which a local clock shows `picked`: usually one; none when clocks skip it; two when clocks are set back over it. */
export function momentsOf(picked: string, offsetAt: OffsetAt = browserOffset): Date[] {
  const asUtc = Date.parse(`${picked}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = new Set([offsetAt(asUtc - DAY_MS), offsetAt(asUtc + DAY_MS)]);
  return [...offsets]
    .map((offset) => new Date(asUtc - offset * MINUTE_MS))
    .filter((moment) => toPicker(moment, offsetAt) === picked)
    .toSorted((a, b) => a.getTime() - b.getTime());
}

/** Formats a time as MM/DD/YYYY @ HH:mm (docs/rules.md#dates). */
export function stampOf(moment: string): string {
  const [date = '', time] = toPicker(new Date(moment)).split('T');
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year} @ ${time}`;
}

/** Returns the name of the time zone at a time: it differs between summer and winter. */
export const zoneAt = (moment: Date): string =>
  (zoneName ??= new Intl.DateTimeFormat(locale(), { timeZoneName: 'long' }))
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
