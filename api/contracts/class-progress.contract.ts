import { z } from 'zod';

/** Minutes since the start of a class. */
const Minutes = z.int().min(0);
/** A number of scenarios that a student has completed. */
const Completed = z.int().min(0);

/** {@link import('./class-progress.rule.js').ProgressStep}: minute, lower quartile, median, upper quartile. */
const ProgressStep = z.tuple([Minutes, Completed, Completed, Completed]);

/**
 * Response of GET /api/sessions/{sessionId}/earlier-progress, for staff of the course: the typical progress of the earlier classes of the
 * course (docs/rules.md#progress-of-a-class). Before the first step, all figures are 0.
 */
export const EarlierProgress = z.object({
  /** Number of earlier classes that are compared, at most the newest 20. */
  classes: z.int(),
  /** Number of ended classes that are missing until the progress is shown. */
  missing: z.int(),
  /** The progress is known until this minute. */
  minutes: Minutes,
  /** One step for each change of a figure; empty while classes are missing. */
  steps: z.array(ProgressStep),
});
export type EarlierProgress = z.infer<typeof EarlierProgress>;
