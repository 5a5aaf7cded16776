import { z } from 'zod';
import { AttemptDecision, ResultsThatCount } from '../../contracts/grades.contract.js';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const moment = z.iso.datetime();

/** The attempt that a decision is about, with its cell, so that projections need no lookups. */
const attempt = { sessionId: id, userId: id, scenarioId: id, attemptId: id };
const onAttempt = z.object({ courseId: id, decisionId: id, ...attempt, reason: z.string(), decidedAt: moment });

const target = on('course', 'courseId');
/** The reason is about the student, and is erased with the student. */
const ofAttempt = {
  personal: { subject: 'userId', fields: ['reason'] },
  audit: {
    target,
    otherTarget: on('user', 'userId'),
    facts: ({ userId, reason }: z.infer<typeof onAttempt>) => ({ student: userId, reason }),
  },
} as const;

/**
 * Stream `grades-{courseId}`: the decisions of a course's staff about its results. Each decision has an id. Undoing one removes it from
 * the fold, and the order of the others stays.
 */
export const gradeEvents = {
  /** The attempt was reviewed and counts. The reason may be empty. */
  AttemptAccepted: event(onAttempt, ofAttempt),
  /** The attempt is kept, but does not count. */
  AttemptSetAside: event(onAttempt, ofAttempt),
  /** `attempt`: the attempt of the decision, and the decision about it that is in force from now on. */
  DecisionUndone: event(
    z.object({
      courseId: id,
      decisionId: id,
      attempt: z.object({ ...attempt, decision: AttemptDecision.nullable() }),
      undoneAt: moment,
    }),
    {
      audit: {
        target,
        otherTarget: ({ attempt: { userId } }) => ({ type: 'user', id: userId }),
        facts: ({ attempt: { userId } }) => ({ student: userId }),
      },
    },
  ),
  ResultsThatCountChanged: event(z.object({ courseId: id, count: ResultsThatCount, changedAt: moment }), {
    audit: { target, needsPast: true, facts: ({ count }) => ({ count }) },
  }),
} as const;

type Events = EventsOf<typeof gradeEvents>;
export type AttemptAccepted = Events['AttemptAccepted'];
export type AttemptSetAside = Events['AttemptSetAside'];
export type DecisionUndone = Events['DecisionUndone'];
export type GradeEvent = Events[keyof Events];
