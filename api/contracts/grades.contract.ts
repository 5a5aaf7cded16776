import { z } from 'zod';
import { AttemptFlag, ResultLevel } from './attempt.contract.js';
import { CellVersion } from './grading.contract.js';
import { MAX_REASON } from './grading.rule.js';
import { Id, Moment, textLine } from './primitives.contract.js';

/** What staff decided about an attempt. `SetAside`: the attempt is kept, but does not count. */
export const AttemptDecision = z.enum(['Accepted', 'SetAside']);
export type AttemptDecision = z.infer<typeof AttemptDecision>;

/**
 * Body of PUT /api/sessions/{sessionId}/decisions/{decisionId}, for staff of the course. The client chooses the id, so a repeat
 * changes nothing. Setting an attempt aside needs a reason, which the student sees. `version`: that of the cell (`CellHistory`), where
 * the page does not show decisions live; another decision since is answered with 409 `DECIDED_MEANWHILE`.
 */
export const DecideAttemptRequest = z
  .strictObject({
    attemptId: Id,
    decision: AttemptDecision,
    reason: textLine(MAX_REASON).trim(),
    version: CellVersion.optional(),
  })
  .refine(({ decision, reason }) => decision === 'Accepted' || reason !== '', {
    path: ['reason'],
    message: 'Enter a reason.',
  });
export type DecideAttemptRequest = z.infer<typeof DecideAttemptRequest>;

const Figures = z.object({ totalScore: z.number(), passed: z.boolean() });

/** The decision about an attempt that is in force. `by` is null after the decider was erased. */
const ReviewDecision = z.object({
  decisionId: Id,
  decision: AttemptDecision,
  reason: z.string(),
  by: z.string().nullable(),
  at: Moment,
});

/**
 * A flagged or decided attempt. `claimed`: the times of the player's clock, where the server stored its own. `flown`: the points
 * that the server computed from the recorded inputs, where they differ.
 */
export const ReviewedAttempt = z.object({
  attemptId: Id,
  userId: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  scenarioId: Id,
  scenarioTitle: z.string(),
  total: z.number(),
  maximum: z.number(),
  level: ResultLevel,
  late: z.boolean(),
  flags: z.array(AttemptFlag),
  startedAt: Moment,
  completedAt: Moment,
  arrivedAt: Moment,
  claimed: z.object({ startedAt: Moment, completedAt: Moment }).nullable(),
  flown: Figures.nullable(),
  decision: ReviewDecision.nullable(),
});
export type ReviewedAttempt = z.infer<typeof ReviewedAttempt>;

/** Maximum number of attempts in a {@link ReviewList}. */
export const MAX_REVIEWED = 200;

/**
 * Response of GET /api/sessions/{sessionId}/review, for staff of the course, and the row of the live topic `review`: the attempts
 * of students on the roster that are flagged or decided, at most {@link MAX_REVIEWED}. Open ones are first, each newest first.
 * `open` counts the flagged attempts without a decision.
 */
export const ReviewList = z.object({ open: z.int(), attempts: z.array(ReviewedAttempt) });
export type ReviewList = z.infer<typeof ReviewList>;
