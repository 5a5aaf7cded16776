import { z } from 'zod';
import {
  ATTEMPT_POLICIES,
  MAX_DECIDED_CELLS,
  MAX_KEYS,
  MAX_OPTIONS,
  MAX_REASON,
  MAX_WEIGHT,
  MISSING_POLICIES,
  RESULTS_THAT_COUNT,
} from './grading.rule.js';
import { Id, Moment, Points, textLine } from './primitives.contract.js';

/** Maximum number of weights. */
const MAX_WEIGHTS = 1_000;

const Reason = textLine(MAX_REASON).trim();
const RequiredReason = Reason.min(1, 'Enter a reason.');

/**
 * Response of GET and PUT /api/groups/{id}/grading, and body of PUT and of POST /api/groups/{id}/grading/preview, for staff of the
 * course: the settings for all its classes (docs/rules.md#grading-settings). A course without settings has those of
 * `DEFAULT_GRADING`.
 */
export const GradingSettings = z.strictObject({
  count: z.enum(RESULTS_THAT_COUNT),
  attempts: z.enum(ATTEMPT_POLICIES),
  missing: z.enum(MISSING_POLICIES),
  passMark: z.int().min(0).max(100).nullable(),
  weights: z
    .strictObject({
      by: z.enum(['Scenario', 'Campaign']),
      values: z
        .record(Id, z.number().min(0).max(MAX_WEIGHT))
        .refine((values) => Object.keys(values).length <= MAX_WEIGHTS, `At most ${MAX_WEIGHTS} weights.`),
    })
    .nullable(),
});
export type GradingSettings = z.infer<typeof GradingSettings>;

/** What a regrade changes; see `RegradeChange` in `regrade.rule.ts`. Keys contain the texts of options. */
export const RegradeChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Drop') }),
  z.strictObject({
    kind: z.literal('Keys'),
    keys: z
      .array(z.array(textLine(500)).min(1).max(MAX_OPTIONS))
      .min(1)
      .max(MAX_KEYS),
  }),
  z.strictObject({ kind: z.literal('FullMarks') }),
  z.strictObject({ kind: z.literal('Points'), points: z.number().min(-1_000_000).max(1_000_000) }),
]);
export type RegradeChange = z.infer<typeof RegradeChange>;

/**
 * Body of PUT /api/groups/{id}/regrades/{decisionId} and of POST /api/groups/{id}/regrades/preview, for staff of the course
 * (docs/rules.md#regrades). `sessionId`: one class, or null for all classes of the course. `questionText`: one question of the
 * catalogue's edition, or null for the whole scenario. The client chooses the id of the decision, so a repeat changes nothing.
 * DELETE /api/groups/{id}/regrades/{decisionId} undoes it, at any time.
 */
export const RegradeRequest = z
  .strictObject({
    sessionId: Id.nullable(),
    scenarioId: Id,
    questionText: textLine(500).trim().nullable(),
    change: RegradeChange,
    neverLower: z.boolean(),
    reason: RequiredReason,
  })
  .refine(({ questionText, change }) => questionText !== null || change.kind !== 'Keys', {
    path: ['change'],
    message: 'Only a question has keys.',
  });
export type RegradeRequest = z.infer<typeof RegradeRequest>;

/** A regrade of the course. `by` is null after the decider was erased. `undoneAt` is null while it is in force. */
export const RegradeEntry = z.object({
  decisionId: Id,
  sessionId: Id.nullable(),
  sessionName: z.string().nullable(),
  scenarioId: Id,
  questionText: z.string().nullable(),
  change: RegradeChange,
  neverLower: z.boolean(),
  reason: z.string(),
  by: z.string().nullable(),
  at: Moment,
  undoneAt: Moment.nullable(),
});
export type RegradeEntry = z.infer<typeof RegradeEntry>;

/** Response of GET /api/groups/{id}/regrades, for staff of the course: all regrades, newest first, at most 500. */
export const RegradeList = z.object({ regrades: z.array(RegradeEntry) });
export type RegradeList = z.infer<typeof RegradeList>;

const PreviewedFigures = z.object({
  points: z.number(),
  maximum: z.number(),
  /** Whole percent, null when the maximum is zero. */
  percent: z.int().nullable(),
  passed: z.boolean(),
});

/** A cell whose result changes. A side is null without a result. */
export const ResultChange = z.object({
  sessionId: Id,
  sessionName: z.string(),
  userId: Id,
  username: z.string(),
  scenarioId: Id,
  scenarioTitle: z.string(),
  from: PreviewedFigures.nullable(),
  to: PreviewedFigures.nullable(),
});
export type ResultChange = z.infer<typeof ResultChange>;

/** A student whose average of a class, in whole percent, or whose place on its board changes. Null: no result that counts. */
export const StudentChange = z.object({
  sessionId: Id,
  sessionName: z.string(),
  userId: Id,
  username: z.string(),
  from: z.int().nullable(),
  to: z.int().nullable(),
});
export type StudentChange = z.infer<typeof StudentChange>;

/** Maximum number of entries of each list in a {@link GradingPreview}. */
export const MAX_PREVIEWED = 200;

/**
 * Response of the previews: what changes in all classes of the course, computed by the rules that apply the change. `lost` and
 * `gained`: cells that have no result any more, or have one again. `changed`: cells with other points, maximum, success or attempt.
 * `letters`: those of them with another grade. Each list has at most {@link MAX_PREVIEWED} entries of its total. `places` are those
 * on the boards over all campaigns, the best places first.
 */
export const GradingPreview = z.object({
  lost: z.int(),
  gained: z.int(),
  changed: z.int(),
  letters: z.int(),
  results: z.array(ResultChange),
  averagesTotal: z.int(),
  averages: z.array(StudentChange),
  placesTotal: z.int(),
  places: z.array(StudentChange),
});
export type GradingPreview = z.infer<typeof GradingPreview>;

/**
 * A decision about cells. `Points`: these points of `maximum` instead of those of the attempts. `Excused`: the result does not
 * count, and is not missing. `Comment`: a text for the student, which changes nothing. `Cleared`: earlier points and excuses no
 * longer apply.
 */
export const CellDecisionChange = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('Points'), points: Points, maximum: Points.min(0.001), passed: z.boolean() })
    .refine(({ points, maximum }) => points <= maximum, {
      path: ['points'],
      message: 'Must not be greater than the maximum.',
    }),
  z.strictObject({ kind: z.literal('Excused') }),
  z.strictObject({ kind: z.literal('Comment') }),
  z.strictObject({ kind: z.literal('Cleared') }),
]);
export type CellDecisionChange = z.infer<typeof CellDecisionChange>;

/** Number of decisions and undos about a cell and its attempts. It grows with each, so an editor notices those of others. */
export const CellVersion = z.int().min(0).max(1_000_000);

/**
 * Body of POST /api/sessions/{sessionId}/decisions, for staff of the course: one decision about one or several cells, each with its own
 * id that the client chooses, so that each can be undone with DELETE /api/sessions/{sessionId}/decisions/{decisionId}.
 * `version`: the one of the cell that the client knows. If another decision was made meanwhile, nothing is recorded and the answer is
 * 409 `DECIDED_MEANWHILE`. `reason` is the text of a comment. The student sees it.
 */
export const DecideCellsRequest = z.strictObject({
  cells: z
    .array(z.strictObject({ decisionId: Id, userId: Id, scenarioId: Id, version: CellVersion }))
    .min(1)
    .max(MAX_DECIDED_CELLS)
    .refine((cells) => isUnique(cells.map(({ decisionId }) => decisionId)), 'Each decision needs an id of its own.')
    .refine(
      (cells) => isUnique(cells.map(({ userId, scenarioId }) => `${userId} ${scenarioId}`)),
      'Decide once about each cell.',
    ),
  change: CellDecisionChange,
  reason: RequiredReason,
});
export type DecideCellsRequest = z.infer<typeof DecideCellsRequest>;

const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Kinds of decisions about one cell, one of its attempts, or all results of a scenario. */
export const DecisionKind = z.enum(['Points', 'Excused', 'Comment', 'Cleared', 'Accepted', 'SetAside', 'Regraded']);
export type DecisionKind = z.infer<typeof DecisionKind>;

/** A decision in the history of a cell. `by` is null after the decider was erased. `points` and `maximum` are those of `Points`. */
export const CellHistoryEntry = z.object({
  decisionId: Id,
  kind: DecisionKind,
  attemptId: Id.nullable(),
  points: z.number().nullable(),
  maximum: z.number().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  at: Moment,
  undoneAt: Moment.nullable(),
});
export type CellHistoryEntry = z.infer<typeof CellHistoryEntry>;

/**
 * Response of GET /api/sessions/{sessionId}/cells/{userId}/{scenarioId}/decisions, for staff of the course: the newest 200 decisions about
 * a cell and its attempts, newest first, with regrades of its scenario. `version` is that of the next decision.
 */
export const CellHistory = z.object({ version: CellVersion, decisions: z.array(CellHistoryEntry) });
export type CellHistory = z.infer<typeof CellHistory>;

/**
 * Response of GET /api/sessions/{sessionId}/decisions, for staff of the course: the cells about which staff decided, each with its
 * version and the newest decision about it that is in force.
 */
export const DecidedCells = z.object({
  cells: z.array(z.object({ userId: Id, scenarioId: Id, version: CellVersion, newest: CellHistoryEntry.nullable() })),
});
export type DecidedCells = z.infer<typeof DecidedCells>;

/**
 * Row of the live topic `own-decisions`, for the student with the id: it grows with each decision about a result of the student, and with
 * each regrade and change of the grading settings that changes one.
 */
export const OwnDecisionsVersion = z.object({ version: z.int() });
export type OwnDecisionsVersion = z.infer<typeof OwnDecisionsVersion>;

/**
 * A decision that is in force, as the student sees it in GET /api/users/me/results, without its author. `points` and `maximum` are those of
 * `Points`. A regrade does not say which question it concerns, because the answers may be withheld. Attempts that were set aside have
 * their reason in the attempt.
 */
export const OwnDecision = z.object({
  kind: DecisionKind.exclude(['Accepted', 'SetAside', 'Cleared']),
  points: z.number().nullable(),
  maximum: z.number().nullable(),
  reason: z.string(),
  at: Moment,
});
export type OwnDecision = z.infer<typeof OwnDecision>;
