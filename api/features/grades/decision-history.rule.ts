import { isDeepStrictEqual } from 'node:util';
import type { DecisionKind } from '../../contracts/grading.contract.js';
import type { AttemptDecision } from '../../contracts/grades.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Cell, CellDecided, PointsSet, ScenarioRegraded } from './grade.events.js';

/** Set points, with the organization of the result and what the catalogue says about the scenario. */
export type SetCellPoints = Pick<
  PointsSet['data'],
  'organizationId' | 'campaignId' | 'campaignType' | 'scenarioType' | 'points' | 'maximum' | 'passed'
>;

/** A decision without its reason, which is personal. `userId` is null for a regrade, which may be for all classes. */
export interface Decision {
  readonly decisionId: string;
  readonly kind: DecisionKind;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly scenarioId: string;
  readonly attemptId: string | null;
  readonly points: SetCellPoints | null;
}

/** A decision that a request asks for. */
export interface AskedDecision extends Omit<Decision, 'points'> {
  readonly points: Pick<SetCellPoints, 'points' | 'maximum' | 'passed'> | null;
}

/** What is in force in a cell. */
export interface InForce {
  readonly points: SetCellPoints | null;
  readonly excused: boolean;
}

/** Decisions and undos, the newest first. A list, because a course may have tens of thousands, and appending must not copy them. */
export interface DecisionHistory {
  readonly entry: { readonly decided: Decision } | { readonly undone: string };
  readonly earlier: DecisionHistory | null;
}

const keyOf = ({ sessionId, userId, scenarioId }: Pick<Decision, 'sessionId' | 'userId' | 'scenarioId'>): string =>
  `${sessionId} ${userId} ${scenarioId}`;

/** The decisions of a course as a decider needs them, computed once for each command. */
export class Decisions {
  private readonly known = new Map<string, Decision>();
  private readonly undone = new Set<string>();
  /** By cell, the newest first. */
  private readonly byCell = new Map<string, Decision[]>();

  constructor(history: DecisionHistory | null) {
    for (let each = history; each; each = each.earlier) {
      if ('undone' in each.entry) this.undone.add(each.entry.undone);
      else this.add(each.entry.decided);
    }
  }

  find(decisionId: string): Decision | undefined {
    return this.known.get(decisionId);
  }

  /**
   * Returns whether an earlier request recorded the decision. Does not compare reasons, which are no part of the fold.
   * @throws DomainError 422 when the earlier request recorded another decision with this id
   */
  isRecorded(asked: AskedDecision): boolean {
    const recorded = this.find(asked.decisionId);
    if (recorded && !isDeepStrictEqual(contentOf(recorded), contentOf(asked))) throw decidedOtherwise();
    return recorded !== undefined;
  }

  isUndone(decisionId: string): boolean {
    return this.undone.has(decisionId);
  }

  /** Returns the number of decisions and undos about a cell and its attempts, by which an editor notices those of others. */
  versionOf(cell: Cell): number {
    const decisions = this.byCell.get(keyOf(cell)) ?? [];
    return decisions.length + decisions.filter(({ decisionId }) => this.undone.has(decisionId)).length;
  }

  /** Returns what is in force in a cell, as if one decision did not exist. The last of set points, excuse and cleared applies. */
  inCell(cell: Cell, without?: string): InForce {
    const last = this.inForce(cell, without).find(
      ({ kind }) => kind === 'Points' || kind === 'Excused' || kind === 'Cleared',
    );
    return { points: last?.points ?? null, excused: last?.kind === 'Excused' };
  }

  /** Returns the last decision about an attempt that is in force, as if one decision did not exist. */
  aboutAttempt(cell: Cell, attemptId: string, without?: string): AttemptDecision | null {
    const last = this.inForce(cell, without).find((each) => each.attemptId === attemptId);
    return last ? (last.kind as AttemptDecision) : null;
  }

  private inForce(cell: Cell, without?: string): readonly Decision[] {
    const decisions = this.byCell.get(keyOf(cell)) ?? [];
    return decisions.filter(({ decisionId }) => decisionId !== without && !this.undone.has(decisionId));
  }

  private add(decision: Decision): void {
    this.known.set(decision.decisionId, decision);
    if (decision.userId === null) return;
    const key = keyOf(decision);
    const ofCell = this.byCell.get(key);
    if (ofCell) ofCell.push(decision);
    else this.byCell.set(key, [decision]);
  }
}

export const decidedOtherwise = (): DomainError =>
  new DomainError('IDEMPOTENCY_KEY_REUSED', 'An earlier request recorded another decision. Reload the page.', 422);

/** The organization and the facts of the catalogue are left out, because they may change before a repeat. */
const contentOf = ({ kind, sessionId, userId, scenarioId, attemptId, points }: AskedDecision): readonly unknown[] => [
  kind,
  sessionId,
  userId,
  scenarioId,
  attemptId,
  points?.points,
  points?.maximum,
  points?.passed,
];

const KINDS = {
  AttemptAccepted: 'Accepted',
  AttemptSetAside: 'SetAside',
  PointsSet: 'Points',
  ResultExcused: 'Excused',
  ResultCommented: 'Comment',
  DecisionsCleared: 'Cleared',
  ScenarioRegraded: 'Regraded',
} as const satisfies Record<(CellDecided | ScenarioRegraded)['type'], DecisionKind>;

/** Returns the decision that an event records. */
export function decisionOf({ type, data }: CellDecided | ScenarioRegraded): Decision {
  const { decisionId, sessionId, scenarioId } = data;
  return {
    decisionId,
    kind: KINDS[type],
    sessionId,
    scenarioId,
    userId: 'userId' in data ? data.userId : null,
    attemptId: 'attemptId' in data ? data.attemptId : null,
    points: 'campaignId' in data ? pointsOf(data) : null,
  };
}

const pointsOf = ({
  organizationId,
  campaignId,
  campaignType,
  scenarioType,
  points,
  maximum,
  passed,
}: SetCellPoints): SetCellPoints => ({
  organizationId,
  campaignId,
  campaignType,
  scenarioType,
  points,
  maximum,
  passed,
});
