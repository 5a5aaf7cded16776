import type { AttemptDecision, ResultsThatCount } from '../../contracts/grades.contract.js';
import { notFound } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type AttemptAccepted, type AttemptSetAside, type GradeEvent, gradeEvents } from './grade.events.js';

/** An attempt of a class, with the cell that it belongs to. */
export interface DecidedAttempt {
  readonly sessionId: string;
  readonly userId: string;
  readonly scenarioId: string;
  readonly attemptId: string;
}

/** A decision that is in force, without its reason, which is personal. */
interface Decision {
  readonly decisionId: string;
  readonly attempt: DecidedAttempt;
  readonly decision: AttemptDecision;
}

/** The setting of the course and its decisions in the order in which they were made. `undone` has the ids of the removed ones. */
export interface Grades {
  readonly count: ResultsThatCount;
  readonly decisions: readonly Decision[];
  readonly undone: ReadonlySet<string>;
}

/** Command about the results of a course. `now` is in ISO 8601. */
export type GradesCommand = { readonly courseId: string; readonly now: string } & (
  | ({ readonly kind: 'decide'; readonly reason: string } & Decision)
  | { readonly kind: 'undo'; readonly sessionId: string; readonly decisionId: string }
  | { readonly kind: 'count'; readonly count: ResultsThatCount }
);

export const gradesStream = defineStream({
  prefix: 'grades',
  events: gradeEvents,
  initialState: { count: 'All', decisions: [], undone: new Set() } as Grades,

  decide(command: GradesCommand, grades): GradeEvent[] {
    switch (command.kind) {
      case 'decide':
        return decideAttempt(command, grades);
      case 'undo':
        return undo(command, grades);
      case 'count': {
        const { courseId, count, now } = command;
        return count === grades.count
          ? []
          : [{ type: 'ResultsThatCountChanged', data: { courseId, count, changedAt: now } }];
      }
    }
  },

  evolve(grades, event): Grades {
    switch (event.type) {
      case 'AttemptAccepted':
      case 'AttemptSetAside':
        return { ...grades, decisions: [...grades.decisions, decisionOf(event)] };
      case 'DecisionUndone': {
        const { decisionId } = event.data;
        return {
          ...grades,
          decisions: without(grades.decisions, decisionId),
          undone: new Set([...grades.undone, decisionId]),
        };
      }
      case 'ResultsThatCountChanged':
        return { ...grades, count: event.data.count };
      default:
        event satisfies never;
        return grades;
    }
  },
});

function decideAttempt(
  { courseId, decisionId, attempt, decision, reason, now }: Extract<GradesCommand, { kind: 'decide' }>,
  { decisions, undone }: Grades,
): GradeEvent[] {
  const isKnown = undone.has(decisionId) || decisions.some((each) => each.decisionId === decisionId);
  if (isKnown || inForce(decisions, attempt.attemptId) === decision) return [];
  const { sessionId, userId, scenarioId, attemptId } = attempt;
  const type = decision === 'Accepted' ? 'AttemptAccepted' : 'AttemptSetAside';
  const data = { courseId, decisionId, sessionId, userId, scenarioId, attemptId, reason, decidedAt: now };
  return [{ type, data }];
}

function undo(
  { courseId, sessionId, decisionId, now }: Extract<GradesCommand, { kind: 'undo' }>,
  { decisions, undone }: Grades,
): GradeEvent[] {
  if (undone.has(decisionId)) return [];
  const attempt = decisions.find((each) => each.decisionId === decisionId)?.attempt;
  if (attempt?.sessionId !== sessionId) throw notFound('The decision');
  const decision = inForce(without(decisions, decisionId), attempt.attemptId);
  return [{ type: 'DecisionUndone', data: { courseId, decisionId, attempt: { ...attempt, decision }, undoneAt: now } }];
}

/** Returns the last decision about an attempt. */
const inForce = (decisions: readonly Decision[], attemptId: string): AttemptDecision | null =>
  decisions.findLast(({ attempt }) => attempt.attemptId === attemptId)?.decision ?? null;

const without = (decisions: readonly Decision[], decisionId: string): readonly Decision[] =>
  decisions.filter((each) => each.decisionId !== decisionId);

function decisionOf({ type, data }: AttemptAccepted | AttemptSetAside): Decision {
  const { decisionId, sessionId, userId, scenarioId, attemptId } = data;
  return {
    decisionId,
    attempt: { sessionId, userId, scenarioId, attemptId },
    decision: type === 'AttemptAccepted' ? 'Accepted' : 'SetAside',
  };
}
