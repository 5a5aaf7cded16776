import { given } from '../../platform/eventsourcing/testing/given.js';
import type { GradeEvent } from './grade.events.js';
import { gradesStream, type GradesCommand } from './grades.stream.js';

const grades = given(gradesStream);
const courseId = '0198c0de-00c1-7000-8000-000000000001';
const now = '2026-03-02T12:00:00.000Z';
const attempt = {
  sessionId: '0198c0de-00d1-7000-8000-000000000001',
  userId: '0198c0de-00a1-7000-8000-000000000001',
  scenarioId: '0198c0de-0051-7000-8000-000000000001',
  attemptId: '0198c0de-00e1-7000-8000-000000000001',
};
const [first, second] = [1, 2].map((number) => `0198c0de-00f1-7000-8000-00000000000${number}`) as [string, string];

const decide = (decisionId: string, decision: 'Accepted' | 'SetAside', reason = 'Copied.'): GradesCommand => ({
  kind: 'decide',
  courseId,
  decisionId,
  attempt,
  decision,
  reason,
  now,
});
const undo = (decisionId: string, sessionId = attempt.sessionId): GradesCommand => ({
  kind: 'undo',
  courseId,
  sessionId,
  decisionId,
  now,
});
const decided = (type: 'AttemptAccepted' | 'AttemptSetAside', decisionId: string, reason = 'Copied.'): GradeEvent => ({
  type,
  data: { courseId, decisionId, ...attempt, reason, decidedAt: now },
});
const undone = (decisionId: string, decision: 'Accepted' | 'SetAside' | null): GradeEvent => ({
  type: 'DecisionUndone',
  data: { courseId, decisionId, attempt: { ...attempt, decision }, undoneAt: now },
});
const counting = (count: 'All' | 'Witnessed'): GradeEvent => ({
  type: 'ResultsThatCountChanged',
  data: { courseId, count, changedAt: now },
});

it('sets an attempt aside, and accepts one', () => {
  grades().when(decide(first, 'SetAside')).thenRecords(decided('AttemptSetAside', first));
  grades()
    .when(decide(first, 'Accepted', ''))
    .thenRecords(decided('AttemptAccepted', first, ''));
});

it('records neither a repeated request nor a decision that is in force already', () => {
  const past = [decided('AttemptSetAside', first)];
  grades(...past)
    .when(decide(first, 'SetAside'))
    .thenNothing();
  grades(...past)
    .when(decide(second, 'SetAside'))
    .thenNothing();
  grades(...past, undone(first, null))
    .when(decide(first, 'SetAside'))
    .thenNothing();
});

it('undoes a decision and returns to the previous one', () => {
  const past = [decided('AttemptSetAside', first), decided('AttemptAccepted', second, 'Explained.')];
  grades(...past)
    .when(undo(second))
    .thenRecords(undone(second, 'SetAside'));
  grades(...past, undone(second, 'SetAside'))
    .when(undo(first))
    .thenRecords(undone(first, null));
});

it('undoes an earlier decision and keeps the later one', () => {
  grades(decided('AttemptSetAside', first), decided('AttemptAccepted', second))
    .when(undo(first))
    .thenRecords(undone(first, 'Accepted'));
});

it('undoes a decision only once, and refuses to undo one that it does not know', () => {
  const past = [decided('AttemptSetAside', first)];
  grades(...past, undone(first, null))
    .when(undo(first))
    .thenNothing();
  grades(...past)
    .when(undo(second))
    .thenRejected('NOT_FOUND');
  grades(...past)
    .when(undo(first, courseId))
    .thenRejected('NOT_FOUND');
});

it('changes the results that count, and records the same setting only once', () => {
  const command: GradesCommand = { kind: 'count', courseId, count: 'Witnessed', now };
  grades().when(command).thenRecords(counting('Witnessed'));
  grades(counting('Witnessed')).when(command).thenNothing();
  grades(counting('Witnessed'), counting('All')).when(command).thenRecords(counting('Witnessed'));
});
