import { DEFAULT_GRADING } from '../../contracts/grading.rule.js';
import type { ProjectedEvent } from '../../platform/eventsourcing/projection.js';
import { golden } from '../../testing/golden-events.js';
import { numbered } from '../../testing/projected-rows.js';
import { PLATFORM, scopeOf, type StepEvent, stepOf } from './recorded-step.js';

const stepEvent = (type: string, changes: object = {}): ProjectedEvent<StepEvent> =>
  numbered([golden(type, changes)])[0] as ProjectedEvent<StepEvent>;
const IDS = { sessionId: 'the class', courseId: 'the course', attemptId: 'the attempt' };
const REGRADE = { questionText: 'Why?', change: { kind: 'Drop' }, neverLower: false, passedShare: 0.6 };
const CELL = { decisionId: 'the decision', userId: 'the student', scenarioId: 'the scenario' };

it.each([
  ['ClassStarted', IDS, 'the class'],
  ['FlightVerified', IDS, 'the class'],
  ['FlightVerified', { ...IDS, sessionId: null }, null],
  ['LeaderboardNamingChanged', { courseId: 'the course' }, 'the course'],
  ['CataloguePublished', { catalogueId: 'the catalogue' }, 'the catalogue'],
  ['LeaderboardsCleared', {}, PLATFORM],
  ['AttemptSetAside', IDS, 'the class'],
  ['PointsSet', IDS, 'the class'],
  ['DecisionUndone', IDS, 'the class'],
  ['DecisionUndone', { ...IDS, sessionId: null }, 'the course'],
  ['ScenarioRegraded', IDS, 'the class'],
  ['ScenarioRegraded', { ...IDS, sessionId: null }, 'the course'],
  ['GradingChanged', { courseId: 'the course' }, 'the course'],
])('assigns %s %j to %s', (type, changes, scope) => {
  expect(scopeOf(stepEvent(type, changes))).toBe(scope);
});

it.each([
  ['ClassEndScheduled', { scheduledEnd: null }, ['end-scheduled', null]],
  ['ClassEndScheduled', { scheduledEnd: '2026-03-02T10:00:00.000Z' }, ['end-scheduled', 1_772_445_600_000]],
  ['CataloguePublished', { edition: 3 }, ['catalogue', 3]],
  ['FlightVerified', { ...IDS, level: 'Verified' }, ['verified', 'the attempt', 2]],
  ['FlightDiffered', IDS, ['differed', 'the attempt']],
  ['AttemptAccepted', { ...IDS, ...CELL }, ['accepted', 'the decision', 'the attempt']],
  ['AttemptSetAside', { ...IDS, ...CELL }, ['set-aside', 'the decision', 'the attempt']],
  ['PointsSet', CELL, ['points', 'the decision', 'the student', 'the scenario', 640.5, 1000, true]],
  ['ResultExcused', CELL, ['excused', 'the decision', 'the student', 'the scenario']],
  ['ResultCommented', CELL, ['commented', 'the decision', 'the student', 'the scenario']],
  ['DecisionsCleared', CELL, ['restored', 'the decision', 'the student', 'the scenario']],
  ['ScenarioRegraded', { ...CELL, ...REGRADE }, ['regraded', 'the decision', 'the scenario', REGRADE]],
  ['DecisionUndone', CELL, ['undone', 'the decision']],
  ['GradingChanged', { grading: DEFAULT_GRADING }, ['grading', DEFAULT_GRADING]],
] as const)('writes %s %j as a step with sequence and time', (type, changes, rest) => {
  const event = stepEvent(type, changes);
  expect(stepOf(event)).toEqual([event.sequence, Date.parse(event.metadata.occurredAt), ...rest]);
});
