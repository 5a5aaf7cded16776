import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { RecordedStep } from '../../contracts/recording.contract.js';
import type { ProjectedEvent } from '../../platform/eventsourcing/projection.js';
import type { CataloguePublished } from '../catalogue/catalogue.events.js';
import type { CourseEvent } from '../courses/course.events.js';
import type { GradeEvent } from '../grades/grade.events.js';
import type { CourseLeaderboardEvent, LeaderboardsCleared } from '../leaderboards/leaderboard.events.js';
import type { AnswersEvent } from '../scores/releases/class-releases.events.js';
import type { FlightDiffered, FlightVerified } from '../scores/verification.events.js';

/** The events that are steps of a recording: of a class, its course, its catalogue, or the platform. */
export type StepEvent =
  | Extract<CourseEvent, { type: `Class${string}` }>
  | CourseLeaderboardEvent
  | LeaderboardsCleared
  | AnswersEvent
  | CataloguePublished
  | FlightVerified
  | FlightDiffered
  | GradeEvent;

/** Scope of steps that belong to every class. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000';

/** Returns the class, course or catalogue of a step, or {@link PLATFORM}; null for a flight outside any class. */
export function scopeOf({ data }: StepEvent): string | null {
  if ('sessionId' in data && (data.sessionId !== null || !('decisionId' in data))) return data.sessionId;
  if ('courseId' in data) return data.courseId;
  return 'catalogueId' in data ? data.catalogueId : PLATFORM;
}

/** Returns an event as a step: sequence, time, kind, and what the kind needs. */
export function stepOf(event: ProjectedEvent<StepEvent>): RecordedStep {
  const { sequence, metadata } = event;
  const at = Date.parse(metadata.occurredAt);
  switch (event.type) {
    case 'ClassScheduled':
      return [sequence, at, 'scheduled', Date.parse(event.data.scheduledStart)];
    case 'ClassScheduleCancelled':
      return [sequence, at, 'schedule-cancelled'];
    case 'ClassStarted':
      return [sequence, at, 'started', Date.parse(event.data.startedAt)];
    case 'ClassEndScheduled':
      return [sequence, at, 'end-scheduled', timeOf(event.data.scheduledEnd)];
    case 'ClassEnded':
      return [sequence, at, 'ended', Date.parse(event.data.endedAt)];
    case 'ClassResumed':
      return [sequence, at, 'resumed'];
    case 'LeaderboardFrozen':
      return [sequence, at, 'frozen', Date.parse(event.data.frozenAt)];
    case 'LeaderboardRevealed':
      return [sequence, at, 'revealed'];
    case 'LeaderboardNamingChanged':
      return [sequence, at, 'naming', event.data.naming];
    case 'LeaderboardsCleared':
      return [sequence, at, 'cleared'];
    case 'AnswersReleased':
      return [sequence, at, 'answers-released'];
    case 'AnswersWithheld':
      return [sequence, at, 'answers-withheld'];
    case 'CataloguePublished':
      return [sequence, at, 'catalogue', event.data.edition];
    case 'FlightVerified':
      return [sequence, at, 'verified', event.data.attemptId, rankOfLevel(event.data.level)];
    case 'FlightDiffered':
      return [sequence, at, 'differed', event.data.attemptId];
    case 'AttemptAccepted':
      return [sequence, at, 'accepted', event.data.decisionId, event.data.attemptId];
    case 'AttemptSetAside':
      return [sequence, at, 'set-aside', event.data.decisionId, event.data.attemptId];
    case 'PointsSet': {
      const { decisionId, userId, scenarioId, points, maximum, passed } = event.data;
      return [sequence, at, 'points', decisionId, userId, scenarioId, points, maximum, passed];
    }
    case 'ResultExcused':
      return [sequence, at, 'excused', event.data.decisionId, event.data.userId, event.data.scenarioId];
    case 'ResultCommented':
      return [sequence, at, 'commented', event.data.decisionId, event.data.userId, event.data.scenarioId];
    case 'DecisionsCleared':
      return [sequence, at, 'restored', event.data.decisionId, event.data.userId, event.data.scenarioId];
    case 'ScenarioRegraded': {
      const { decisionId, scenarioId, questionText, change, neverLower, passedShare } = event.data;
      return [sequence, at, 'regraded', decisionId, scenarioId, { questionText, change, neverLower, passedShare }];
    }
    case 'DecisionUndone':
      return [sequence, at, 'undone', event.data.decisionId];
    case 'GradingChanged':
      return [sequence, at, 'grading', event.data.grading];
  }
}

const timeOf = (moment: string | null): number | null => (moment === null ? null : Date.parse(moment));
