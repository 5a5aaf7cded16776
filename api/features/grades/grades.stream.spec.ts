import type { CellDecisionChange, DecisionKind, GradingSettings } from '../../contracts/grading.contract.js';
import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import { given } from '../../platform/eventsourcing/testing/given.js';
import type { CellDecided, DecisionUndone, GradeEvent } from './grade.events.js';
import { type CellToDecide, gradesStream, type GradesCommand } from './grades.stream.js';

const grades = given(gradesStream);
const courseId = '0198c0de-00c1-7000-8000-000000000001';
const now = '2026-03-02T12:00:00.000Z';
const cell = {
  sessionId: '0198c0de-00d1-7000-8000-000000000001',
  userId: '0198c0de-00a1-7000-8000-000000000001',
  scenarioId: '0198c0de-0051-7000-8000-000000000001',
};
const neighbour = { ...cell, userId: '0198c0de-00a1-7000-8000-000000000002' };
const attemptId = '0198c0de-00e1-7000-8000-000000000001';
const organizationId = '0198c0de-00b1-7000-8000-000000000001';
const scenario = {
  campaignId: '0198c0de-0061-7000-8000-000000000001',
  campaignType: 'Compete',
  scenarioType: 'Default',
} as const;
const points = { points: 7, maximum: 10, passed: true };
const [first, second, third] = [1, 2, 3].map((number) => `0198c0de-00f1-7000-8000-00000000000${number}`) as [
  string,
  string,
  string,
];

const attempt = (decisionId: string, decision: 'Accepted' | 'SetAside', version?: number): GradesCommand => ({
  kind: 'decide-attempt',
  courseId,
  decisionId,
  attempt: { ...cell, attemptId },
  decision,
  reason: 'Copied.',
  version,
  now,
});
const cells = (change: CellDecisionChange, ...decided: Partial<CellToDecide>[]): GradesCommand => ({
  kind: 'decide-cells',
  courseId,
  cells: decided.map((each) => ({ decisionId: first, ...cell, version: 0, organizationId, scenario, ...each })),
  change,
  reason: 'Ill.',
  now,
});
const undo = (decisionId: string, sessionId: string | null = cell.sessionId): GradesCommand => ({
  kind: 'undo',
  courseId,
  sessionId,
  decisionId,
  now,
});

const data = (decisionId: string, place = cell, reason = 'Ill.') => ({
  courseId,
  decisionId,
  ...place,
  reason,
  decidedAt: now,
});
const attemptEvent = (type: 'AttemptAccepted' | 'AttemptSetAside', decisionId: string): CellDecided => ({
  type,
  data: { ...data(decisionId, cell, 'Copied.'), attemptId },
});
const pointsSet = (decisionId: string, place = cell, set = points): CellDecided => ({
  type: 'PointsSet',
  data: { ...data(decisionId, place), organizationId, ...scenario, ...set },
});
const cellEvent = (
  type: 'ResultExcused' | 'ResultCommented' | 'DecisionsCleared',
  decisionId: string,
): CellDecided => ({
  type,
  data: data(decisionId),
});
const undone = (decisionId: string, kind: DecisionKind, after: Partial<DecisionUndone['data']> = {}): GradeEvent => ({
  type: 'DecisionUndone',
  data: {
    courseId,
    decisionId,
    kind,
    ...cell,
    attempt: null,
    points: null,
    excused: false,
    ...after,
    undoneAt: now,
  },
});
const regrade = {
  sessionId: null,
  scenarioId: cell.scenarioId,
  questionText: 'Why?',
  change: { kind: 'Drop' as const },
  neverLower: true,
  passedShare: 0.6,
  reason: 'Ambiguous.',
};
const regraded = (decisionId: string): GradeEvent => ({
  type: 'ScenarioRegraded',
  data: { courseId, decisionId, ...regrade, decidedAt: now },
});
const grading = (changes: Partial<GradingSettings>): GradingSettings => ({ ...DEFAULT_GRADING, ...changes });
const changed = (next: GradingSettings, previous: GradingSettings): GradeEvent => ({
  type: 'GradingChanged',
  data: { courseId, grading: next, previous, changedAt: now },
});

describe('decisions about attempts', () => {
  it('sets an attempt aside, and accepts one', () => {
    grades().when(attempt(first, 'SetAside')).thenRecords(attemptEvent('AttemptSetAside', first));
    grades().when(attempt(first, 'Accepted')).thenRecords(attemptEvent('AttemptAccepted', first));
  });

  it('records neither a repeated request nor a decision that is in force already', () => {
    const past = [attemptEvent('AttemptSetAside', first)];
    grades(...past)
      .when(attempt(first, 'SetAside'))
      .thenNothing();
    grades(...past)
      .when(attempt(second, 'SetAside'))
      .thenNothing();
    grades(...past, undone(first, 'SetAside'))
      .when(attempt(first, 'SetAside'))
      .thenNothing();
  });

  it('refuses another decision with the id of a recorded one', () => {
    const past = [attemptEvent('AttemptSetAside', first)];
    const ofAnother = { ...attempt(first, 'SetAside', 0), attempt: { ...cell, attemptId: second } } as GradesCommand;
    for (const command of [attempt(first, 'Accepted', 0), ofAnother]) {
      grades(...past)
        .when(command)
        .thenRejected('IDEMPOTENCY_KEY_REUSED');
    }
  });

  it('refuses a decision of an editor who did not see the newest one', () => {
    const past = [attemptEvent('AttemptSetAside', first)];
    grades(...past)
      .when(attempt(second, 'Accepted', 0))
      .thenRejected('DECIDED_MEANWHILE');
    grades(...past)
      .when(attempt(second, 'Accepted', 1))
      .thenRecords(attemptEvent('AttemptAccepted', second));
  });

  it('undoes a decision and returns to the previous one', () => {
    const past = [attemptEvent('AttemptSetAside', first), attemptEvent('AttemptAccepted', second)];
    const after = (decision: 'SetAside' | null) => ({ attempt: { attemptId, decision } });
    grades(...past)
      .when(undo(second))
      .thenRecords(undone(second, 'Accepted', after('SetAside')));
    grades(...past, undone(second, 'Accepted'))
      .when(undo(first))
      .thenRecords(undone(first, 'SetAside', after(null)));
  });

  it('undoes an earlier decision and keeps the later one', () => {
    grades(attemptEvent('AttemptSetAside', first), attemptEvent('AttemptAccepted', second))
      .when(undo(first))
      .thenRecords(undone(first, 'SetAside', { attempt: { attemptId, decision: 'Accepted' } }));
  });
});

describe('decisions about cells', () => {
  it.each([
    [{ kind: 'Points' as const, ...points }, pointsSet(first)],
    [{ kind: 'Excused' as const }, cellEvent('ResultExcused', first)],
    [{ kind: 'Comment' as const }, cellEvent('ResultCommented', first)],
  ])('records %j', (change, event) => {
    grades().when(cells(change, {})).thenRecords(event);
  });

  it('decides about several cells at once, and leaves out those of an earlier request', () => {
    const command = cells({ kind: 'Points', ...points }, {}, { decisionId: second, ...neighbour });
    grades().when(command).thenRecords(pointsSet(first), pointsSet(second, neighbour));
    grades(pointsSet(first)).when(command).thenRecords(pointsSet(second, neighbour));
    const moved = { organizationId: null, scenario: { ...scenario, campaignType: 'Learn' } } as const;
    grades(pointsSet(first))
      .when(cells({ kind: 'Points', ...points }, moved))
      .thenNothing();
    grades(pointsSet(first), pointsSet(second, neighbour)).when(command).thenNothing();
  });

  it.each<[string, CellDecisionChange, Partial<CellToDecide>]>([
    ['other points', { kind: 'Points', ...points, points: 9 }, {}],
    ['another maximum', { kind: 'Points', ...points, maximum: 20 }, {}],
    ['another success', { kind: 'Points', ...points, passed: false }, {}],
    ['another kind', { kind: 'Excused' }, {}],
    ['another cell', { kind: 'Points', ...points }, neighbour],
  ])('refuses %s with the id of a recorded decision, and decides about no cell', (_what, change, place) => {
    for (const past of [[pointsSet(first)], [pointsSet(first), undone(first, 'Points')]]) {
      grades(...past)
        .when(cells(change, { decisionId: second, ...cell, scenarioId: second }, place))
        .thenRejected('IDEMPOTENCY_KEY_REUSED');
    }
  });

  it('decides about no cell when another editor decided about one of them', () => {
    grades(pointsSet(third, neighbour))
      .when(cells({ kind: 'Excused' }, {}, { decisionId: second, ...neighbour }))
      .thenRejected('DECIDED_MEANWHILE');
  });

  it('counts decisions about attempts and undos as versions of the cell, but no regrades and no other cells', () => {
    const past = [attemptEvent('AttemptSetAside', second), undone(second, 'SetAside'), regraded(third)];
    const others = [pointsSet('0198c0de-00f1-7000-8000-000000000004', neighbour)];
    const at = (version: number) => grades(...past, ...others).when(cells({ kind: 'Excused' }, { version }));
    at(0).thenRejected('DECIDED_MEANWHILE');
    at(1).thenRejected('DECIDED_MEANWHILE');
    at(2).thenRecords(cellEvent('ResultExcused', first));
  });

  it('clears points and excuses, and records nothing where there are none', () => {
    const clear = (version: number) => cells({ kind: 'Cleared' }, { version });
    grades(pointsSet(second)).when(clear(1)).thenRecords(cellEvent('DecisionsCleared', first));
    grades(cellEvent('ResultExcused', second)).when(clear(1)).thenRecords(cellEvent('DecisionsCleared', first));
    grades(cellEvent('ResultCommented', second)).when(clear(1)).thenNothing();
    grades(pointsSet(second), cellEvent('DecisionsCleared', third)).when(clear(2)).thenNothing();
  });

  it('lets the last of points, excuse and clearing apply after an undo', () => {
    const set = { organizationId, ...scenario, ...points };
    const history = [pointsSet(first), cellEvent('ResultExcused', second), cellEvent('ResultCommented', third)];
    grades(...history)
      .when(undo(second))
      .thenRecords(undone(second, 'Excused', { points: set }));
    grades(...history)
      .when(undo(third))
      .thenRecords(undone(third, 'Comment', { excused: true }));
    grades(...history)
      .when(undo(first))
      .thenRecords(undone(first, 'Points', { excused: true }));
    grades(pointsSet(first), cellEvent('DecisionsCleared', second))
      .when(undo(second))
      .thenRecords(undone(second, 'Cleared', { points: set }));
  });
});

describe('regrades', () => {
  const command = (decisionId: string): GradesCommand => ({ kind: 'regrade', courseId, decisionId, ...regrade, now });

  it('records a regrade once', () => {
    grades().when(command(first)).thenRecords(regraded(first));
    grades(regraded(first)).when(command(first)).thenNothing();
  });

  it('undoes a regrade, and does not mix regrades with decisions of a class', () => {
    const after = undone(first, 'Regraded', { sessionId: null, userId: null });
    grades(regraded(first)).when(undo(first, null)).thenRecords(after);
    grades(regraded(first), after).when(undo(first, null)).thenNothing();
    grades(regraded(first)).when(undo(first)).thenRejected('NOT_FOUND');
    grades(pointsSet(first)).when(undo(first, null)).thenRejected('NOT_FOUND');
    const ofClass = { ...regraded(first), data: { ...regraded(first).data, sessionId: cell.sessionId } } as GradeEvent;
    grades(ofClass).when(undo(first)).thenRejected('NOT_FOUND');
  });
});

it('undoes a decision only once, and refuses to undo one that it does not know', () => {
  const past = [pointsSet(first)];
  grades(...past, undone(first, 'Points'))
    .when(undo(first))
    .thenNothing();
  grades(...past)
    .when(undo(second))
    .thenRejected('NOT_FOUND');
  grades(...past)
    .when(undo(first, courseId))
    .thenRejected('NOT_FOUND');
});

it('changes the grading settings, and records the same settings only once', () => {
  const witnessed = grading({ count: 'Witnessed', weights: { by: 'Scenario', values: { [cell.scenarioId]: 2 } } });
  const command = (next: GradingSettings): GradesCommand => ({ kind: 'change-grading', courseId, grading: next, now });
  grades()
    .when(command(grading({})))
    .thenNothing();
  grades()
    .when(command(witnessed))
    .thenRecords(changed(witnessed, grading({})));
  grades(changed(witnessed, grading({})))
    .when(command(structuredClone(witnessed)))
    .thenNothing();
  grades(changed(witnessed, grading({})))
    .when(command(grading({})))
    .thenRecords(changed(grading({}), witnessed));
});

it('folds tens of thousands of decisions', () => {
  const many = Array.from({ length: 30_000 }, (_, number) => cellEvent('ResultCommented', String(number)));
  grades(...many)
    .when(cells({ kind: 'Excused' }, { version: 30_000 }))
    .thenRecords(cellEvent('ResultExcused', first));
});
