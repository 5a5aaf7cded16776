import { z } from 'zod';
import { OptionalId } from './primitives.contract.js';
import { ScorecardsFilter } from './score.contract.js';

/** Matches names of time zones only. An offset such as +02:00 would ignore daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Returns whether `name` is the name of a time zone, such as Europe/Berlin. */
function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export const ExportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Query of a file. Times are given in UTC and, when `zone` is another time zone, also in its local time. */
const FileQuery = z.strictObject({
  format: ExportFormat.default('csv'),
  zone: z.string().max(64).refine(isTimeZone, 'Must be the name of a time zone such as Europe/Berlin.').default('UTC'),
});

/**
 * Query of GET /api/scores/session/{a}/{b}/csv (docs/rules.md#exports-of-scores) with the filters of
 * {@link ScorecardsFilter}. `layout` list: one row for each result; with the `scenarioId` of a quiz, one column for each question.
 * `layout` grid: one row for each student, with the results in the gradebook of a class.
 *
 * Staff receive a result of a class while its student is on the roster. Students always receive their own.
 */
export const ScoresExportQuery = ScorecardsFilter.pick({
  campaignId: true,
  scenarioId: true,
  userId: true,
  includeFailedScores: true,
  attempts: true,
}).extend({
  ...FileQuery.shape,
  layout: z.enum(['list', 'grid']).default('list'),
});
export type ScoresExportQuery = z.infer<typeof ScoresExportQuery>;

/**
 * Query of GET /api/scores/leaderboard/{a}/{b}/csv: the whole board. With `view` students, the board is as students see it:
 * frozen, and with the naming of the course. Callers other than staff always receive that view.
 */
export const LeaderboardExportQuery = FileQuery.extend({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  view: z.enum(['staff', 'students']).optional(),
});
export type LeaderboardExportQuery = z.infer<typeof LeaderboardExportQuery>;
