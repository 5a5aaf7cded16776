import { isDeepStrictEqual } from 'node:util';
import type { AttemptDecision } from '../../contracts/grades.contract.js';
import type { CellDecisionChange, RegradeChange } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import {
  type AskedDecision,
  type Decision,
  type DecisionHistory,
  decisionOf,
  Decisions,
  type SetCellPoints,
} from './decision-history.rule.js';
import { type Cell, type GradeEvent, gradeEvents } from './grade.events.js';

/** A cell to decide about. `version` is the one that the editor saw, see {@link Decisions.versionOf}. */
export interface CellToDecide extends Cell {
  readonly decisionId: string;
  readonly version: number;
  /** The organization of the class, otherwise of the student, as for attempts. */
  readonly organizationId: string | null;
  readonly scenario: Pick<SetCellPoints, 'campaignId' | 'campaignType' | 'scenarioType'>;
}

/** The settings of the course and everything that was decided. */
export interface Grades {
  readonly grading: Grading;
  readonly history: DecisionHistory | null;
}

/** Command about the results of a course. `now` is in ISO 8601. */
export type GradesCommand = { readonly courseId: string; readonly now: string } & (
  | {
      readonly kind: 'decide-attempt';
      readonly decisionId: string;
      readonly attempt: Cell & { readonly attemptId: string };
      readonly decision: AttemptDecision;
      readonly reason: string;
      /** The version of the cell that the editor saw; undefined where the page shows decisions live. */
      readonly version: number | undefined;
    }
  | {
      readonly kind: 'decide-cells';
      readonly cells: readonly CellToDecide[];
      readonly change: CellDecisionChange;
      readonly reason: string;
    }
  | {
      readonly kind: 'regrade';
      readonly decisionId: string;
      readonly sessionId: string | null;
      readonly scenarioId: string;
      readonly questionText: string | null;
      readonly change: RegradeChange;
      readonly neverLower: boolean;
      readonly passedShare: number;
      readonly reason: string;
    }
  /** `sessionId`: the class of a decision about a cell; null to undo a regrade. */
  | { readonly kind: 'undo'; readonly sessionId: string | null; readonly decisionId: string }
  | { readonly kind: 'change-grading'; readonly grading: Grading }
);

type CommandOf<Kind extends GradesCommand['kind']> = Extract<GradesCommand, { kind: Kind }>;

export const gradesStream = defineStream({
  prefix: 'grades',
  events: gradeEvents,
  initialState: { grading: DEFAULT_GRADING, history: null } as Grades,
  isBusy: true,

  decide(command: GradesCommand, { grading, history }): GradeEvent[] {
    switch (command.kind) {
      case 'decide-attempt':
        return decideAttempt(command, new Decisions(history));
      case 'decide-cells':
        return decideCells(command, new Decisions(history));
      case 'regrade':
        return regrade(command, new Decisions(history));
      case 'undo':
        return undo(command, new Decisions(history));
      case 'change-grading':
        return changeGrading(command, grading);
    }
  },

  evolve(grades, event): Grades {
    switch (event.type) {
      case 'GradingChanged':
        return { ...grades, grading: event.data.grading };
      case 'DecisionUndone':
        return { ...grades, history: { entry: { undone: event.data.decisionId }, earlier: grades.history } };
      default:
        return { ...grades, history: { entry: { decided: decisionOf(event) }, earlier: grades.history } };
    }
  },
});

function decideAttempt(
  { courseId, decisionId, attempt, decision, reason, version, now }: CommandOf<'decide-attempt'>,
  decisions: Decisions,
): GradeEvent[] {
  const { sessionId, userId, scenarioId, attemptId } = attempt;
  if (decisions.isRecorded({ ...attempt, decisionId, kind: decision, points: null })) return [];
  checkVersion(decisions, attempt, version);
  if (decisions.aboutAttempt(attempt, attemptId) === decision) return [];
  const type = decision === 'Accepted' ? 'AttemptAccepted' : 'AttemptSetAside';
  const data = { courseId, decisionId, sessionId, userId, scenarioId, attemptId, reason, decidedAt: now };
  return [{ type, data }];
}

/** Decides about all cells or none. Cells whose decision was recorded by an earlier request are left out. */
function decideCells(
  { courseId, cells, change, reason, now }: CommandOf<'decide-cells'>,
  decisions: Decisions,
): GradeEvent[] {
  return cells
    .filter((cell) => !decisions.isRecorded(askedOf(cell, change)))
    .flatMap(({ decisionId, version, organizationId, scenario, sessionId, userId, scenarioId }): GradeEvent[] => {
      const cell = { sessionId, userId, scenarioId };
      checkVersion(decisions, cell, version);
      const data = { courseId, decisionId, ...cell, reason, decidedAt: now };
      switch (change.kind) {
        case 'Points': {
          const { points, maximum, passed } = change;
          return [{ type: 'PointsSet', data: { ...data, organizationId, ...scenario, points, maximum, passed } }];
        }
        case 'Excused':
          return [{ type: 'ResultExcused', data }];
        case 'Comment':
          return [{ type: 'ResultCommented', data }];
        case 'Cleared': {
          const { points, excused } = decisions.inCell(cell);
          return points || excused ? [{ type: 'DecisionsCleared', data }] : [];
        }
      }
    });
}

const askedOf = (
  { decisionId, sessionId, userId, scenarioId }: CellToDecide,
  change: CellDecisionChange,
): AskedDecision => ({
  decisionId,
  sessionId,
  userId,
  scenarioId,
  attemptId: null,
  kind: change.kind,
  points: change.kind === 'Points' ? change : null,
});

function checkVersion(decisions: Decisions, cell: Cell, version: number | undefined): void {
  if (version === undefined || version === decisions.versionOf(cell)) return;
  throw new DomainError('DECIDED_MEANWHILE', 'Another decision about this result was made in the meantime.');
}

function regrade({ kind: _kind, now, ...command }: CommandOf<'regrade'>, decisions: Decisions): GradeEvent[] {
  if (decisions.find(command.decisionId)) return [];
  return [{ type: 'ScenarioRegraded', data: { ...command, decidedAt: now } }];
}

function undo({ courseId, sessionId, decisionId, now }: CommandOf<'undo'>, decisions: Decisions): GradeEvent[] {
  const decision = decisions.find(decisionId);
  const isOfPlace = sessionId === null ? decision?.userId === null : decision?.sessionId === sessionId;
  if (!decision || !isOfPlace || (sessionId !== null && decision.userId === null)) throw notFound('The decision');
  if (decisions.isUndone(decisionId)) return [];
  return [
    {
      type: 'DecisionUndone',
      data: {
        courseId,
        decisionId,
        kind: decision.kind,
        sessionId: decision.sessionId,
        scenarioId: decision.scenarioId,
        userId: decision.userId,
        ...afterUndo(decision, decisions),
        undoneAt: now,
      },
    },
  ];
}

function afterUndo(
  { decisionId, sessionId, userId, scenarioId, attemptId }: Decision,
  decisions: Decisions,
): { attempt: { attemptId: string; decision: AttemptDecision | null } | null } & ReturnType<Decisions['inCell']> {
  if (sessionId === null || userId === null) return { attempt: null, points: null, excused: false };
  const cell = { sessionId, userId, scenarioId };
  const decision = attemptId === null ? null : decisions.aboutAttempt(cell, attemptId, decisionId);
  return { attempt: attemptId === null ? null : { attemptId, decision }, ...decisions.inCell(cell, decisionId) };
}

const changeGrading = ({ courseId, grading, now }: CommandOf<'change-grading'>, previous: Grading): GradeEvent[] =>
  isDeepStrictEqual(grading, previous)
    ? []
    : [{ type: 'GradingChanged', data: { courseId, grading, previous, changedAt: now } }];
