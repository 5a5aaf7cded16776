import { z } from 'zod';
import { Scenario } from './catalogue.contract.js';
import { Id, Moment } from './primitives.contract.js';
import { OwnClassResults } from './results.contract.js';

/** A time in milliseconds since 1970, by the clock of the database. */
const Time = z.int();

/**
 * The caller's state from a time on: time, code of `PRESENCE_CODES`, code of `HELP_CODES`, id of the opened scenario. Before the first state
 * the caller is offline. The end of the class ends all states.
 */
const OwnState = z.tuple([Time, z.int(), z.int(), Id.nullable()]);

/**
 * Response of GET /api/users/me/debrief/{sessionId}, for students on the roster of a class whose debrief is released; 404 otherwise
 * (docs/rules.md#my-debrief). It contains nothing of other students except the median.
 */
export const OwnDebrief = z.object({
  releasedAt: Moment,
  /** The caller's attempts with the decisions about them. */
  results: OwnClassResults,
  /** Opened and completed scenarios. */
  scenarios: z.array(Scenario.pick({ scenarioId: true, scenarioTitle: true, scenarioType: true })),
  /** Time of the first recorded presence in the class; null when none was recorded or it was deleted. */
  presenceSince: Time.nullable(),
  states: z.array(OwnState),
  /**
   * The median number of completed scenarios (docs/rules.md#progress-of-a-class): minute since the start, and number from this minute on.
   * Null while the class runs, and with fewer than five students.
   */
  median: z.array(z.tuple([z.int(), z.int()])).nullable(),
});
export type OwnDebrief = z.infer<typeof OwnDebrief>;
