import { z } from 'zod';
import { momentOfTime } from './moment.rule.js';
import { roundPoints } from './points.rule.js';

/** Every id of the platform: a UUID, converted to lower case so that one id is the same text everywhere. */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** An optional id of a query. A blank value means omitted. */
export const OptionalId = z.union([z.literal('').transform(() => undefined), Id]).optional();

/** A moment as the API writes it: ISO 8601, UTC, no milliseconds, e.g. `2026-03-01T09:30:00Z`. */
export const Moment = z.string();
export type Moment = z.infer<typeof Moment>;

const NO_MOMENT = 'Must be a date and time such as 2026-03-01T09:30:00Z.';

/** A moment as the API accepts it: ISO 8601 with an offset or `Z`, optional milliseconds, years 1970 to 9998. */
export const MomentInput = z.iso.datetime({ offset: true, message: NO_MOMENT }).refine((text) => {
  // ISO 8601 allows the year 0 and years of five digits; PostgreSQL does not.
  const year = new Date(text).getUTCFullYear();
  return year >= 1970 && year <= 9998;
}, NO_MOMENT);

/** Creates a schema for one line of text without control characters. PostgreSQL rejects NUL; the others are unreadable. */
export const textLine = (maximum: number) =>
  z
    .string()
    .max(maximum, `Must be ${maximum} characters or less.`)
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused here
    .regex(/^[^\u0000-\u001f\u007f]*$/u, 'Must not contain control characters.');

/** Points of the game: from 0 to a million, rounded to three decimals. */
export const Points = z.number().min(0).max(1_000_000).overwrite(roundPoints);

/** Formats a date as {@link Moment}. */
export const toMoment = (date: Date): Moment => momentOfTime(date.getTime());
