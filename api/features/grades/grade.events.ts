import { z } from 'zod';
import { CampaignType, ScenarioType } from '../../contracts/catalogue.contract.js';
import { AttemptDecision } from '../../contracts/grades.contract.js';
import { DecisionKind, GradingSettings, RegradeChange } from '../../contracts/grading.contract.js';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';
import { gradingFacts } from './grading-facts.rule.js';

const id = z.uuid();
const moment = z.iso.datetime();

/** A cell of the gradebook: a student in a scenario of a class. */
export interface Cell {
  readonly sessionId: string;
  readonly userId: string;
  readonly scenarioId: string;
}

/** The cell that a decision is about, so that projections need no lookups. */
const cell = { sessionId: id, userId: id, scenarioId: id };
const onCell = z.object({ courseId: id, decisionId: id, ...cell, reason: z.string(), decidedAt: moment });
const onAttempt = onCell.extend({ attemptId: id });

/**
 * Set points. The organization is that of an attempt at this time, and the campaign and the types are those of the catalogue's edition,
 * because the cell may have no attempt.
 */
const setPoints = {
  organizationId: id.nullable(),
  campaignId: id,
  campaignType: CampaignType,
  scenarioType: ScenarioType,
  points: z.number(),
  maximum: z.number(),
  passed: z.boolean(),
};
const onPoints = onCell.extend(setPoints);

const target = on('course', 'courseId');

/** A decision replaces no earlier one, which may be about another student: its facts have no values before. */
const before = () => ({
  student: null,
  setPoints: null,
  passed: null,
  question: null,
  regrade: null,
  neverLower: null,
  undone: null,
  reason: null,
});

/** The reason is about the student, and is erased with the student. */
const ofCell = {
  personal: { subject: 'userId', fields: ['reason'] },
  audit: {
    target,
    otherTarget: on('user', 'userId'),
    before,
    facts: ({ userId, reason }: z.infer<typeof onCell>) => ({ student: userId, reason }),
  },
} as const;

/**
 * Stream `grades-{courseId}`: the decisions of a course's staff about its results, and its grading settings. Each decision has an id.
 * Undoing one removes it from the fold, and the order of the others stays.
 */
export const gradeEvents = {
  /** The attempt was reviewed and counts. The reason may be empty. */
  AttemptAccepted: event(onAttempt, ofCell),
  /** The attempt is kept, but does not count. */
  AttemptSetAside: event(onAttempt, ofCell),
  /** The cell has these points instead of those of its attempts. It ends an excuse. */
  PointsSet: event(onPoints, {
    personal: ofCell.personal,
    audit: {
      ...ofCell.audit,
      facts: ({ userId, points, maximum, passed, reason }: z.infer<typeof onPoints>) => ({
        student: userId,
        setPoints: `${points} / ${maximum}`,
        passed,
        reason,
      }),
    },
  }),
  /** The cell has no result, and is not missing. It ends set points. */
  ResultExcused: event(onCell, ofCell),
  /** A text for the student, as `reason`. It changes nothing. */
  ResultCommented: event(onCell, ofCell),
  /** Neither points nor an excuse apply any longer. */
  DecisionsCleared: event(onCell, ofCell),
  /** All results of a scenario, or of one of its questions, in one class or in all classes (docs/rules.md#regrades). */
  ScenarioRegraded: event(
    z.object({
      courseId: id,
      decisionId: id,
      sessionId: id.nullable(),
      scenarioId: id,
      questionText: z.string().nullable(),
      change: RegradeChange,
      neverLower: z.boolean(),
      passedShare: z.number(),
      reason: z.string(),
      decidedAt: moment,
    }),
    {
      audit: {
        target,
        before,
        facts: ({ questionText, change, neverLower, reason }) => ({
          question: questionText ?? '',
          regrade: change.kind === 'Points' ? `Points ${change.points}` : change.kind,
          neverLower,
          reason,
        }),
      },
    },
  ),
  GradingChanged: event(
    z.object({ courseId: id, grading: GradingSettings, previous: GradingSettings, changedAt: moment }),
    {
      audit: {
        target,
        before: ({ previous }) => gradingFacts(previous),
        facts: ({ grading }) => gradingFacts(grading),
      },
    },
  ),
  /**
   * With what is in force from now on: `attempt` the decision about the attempt, when the undone one was about an attempt; `points` and
   * `excused` those of the cell. A regrade has no student, and no class when it was for all classes.
   */
  DecisionUndone: event(
    z.object({
      courseId: id,
      decisionId: id,
      kind: DecisionKind,
      sessionId: id.nullable(),
      scenarioId: id,
      userId: id.nullable(),
      attempt: z.object({ attemptId: id, decision: AttemptDecision.nullable() }).nullable(),
      points: z.object(setPoints).nullable(),
      excused: z.boolean(),
      undoneAt: moment,
    }),
    {
      audit: {
        target,
        otherTarget: ({ userId }) => (userId === null ? undefined : { type: 'user', id: userId }),
        before,
        facts: ({ userId, kind }) => ({ student: userId ?? '', undone: kind }),
      },
    },
  ),
} as const;

type Events = EventsOf<typeof gradeEvents>;
export type AttemptAccepted = Events['AttemptAccepted'];
export type AttemptSetAside = Events['AttemptSetAside'];
export type PointsSet = Events['PointsSet'];
export type ScenarioRegraded = Events['ScenarioRegraded'];
export type DecisionUndone = Events['DecisionUndone'];
export type GradingChanged = Events['GradingChanged'];
export type GradeEvent = Events[keyof Events];
/** The decisions about one cell. */
export type CellDecided = Events[
  | 'AttemptAccepted'
  | 'AttemptSetAside'
  | 'PointsSet'
  | 'ResultExcused'
  | 'ResultCommented'
  | 'DecisionsCleared'];
