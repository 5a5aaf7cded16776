import { z } from 'zod';
import { OptionalId } from './primitives.contract.js';
import { ScorecardsQuery } from './score.contract.js';

/** Names of offsets would not know of summer. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether this is the name of a time zone, such as Europe/Berlin. */
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

/** `zone`: times are given in UTC and, where it is another, as clocks there show them. */
const FileQuery = z.strictObject({
  format: ExportFormat.default('csv'),
  zone: z.string().max(64).refine(isTimeZone, 'Must be the name of a time zone such as Europe/Berlin.').default('UTC'),
});

/**
 * Query of GET /api/scores/session/{a}/{b}/csv (docs/rules.md#exports-of-scores) with the filters of
 * {@link ScorecardsQuery}. `layout` list: one row for each result; with the `scenarioId` of a quiz, one column for each question.
 * `layout` grid: one row for each student, as in the gradebook of a class, best attempts only.
 *
 * Staff receives a result of a class while its student is on the roster; students always receive their own.
 */
export const ScoresExportQuery = ScorecardsQuery.pick({
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
 * Query of GET /api/scores/leaderboard/{a}/{b}/csv: the whole board. `view` students: as students see it, frozen and with the
 * names the course gives them; anyone but staff gets that in any case.
 */
export const LeaderboardExportQuery = FileQuery.extend({
  campaignId: OptionalId,
  scenarioId: OptionalId,
  view: z.enum(['staff', 'students']).optional(),
});
export type LeaderboardExportQuery = z.infer<typeof LeaderboardExportQuery>;
