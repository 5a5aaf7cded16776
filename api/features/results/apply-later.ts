import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { GradeEvent } from '../grades/grade.events.js';
import type {
  CourseLeaderboardEvent,
  LeaderboardNamingChanged,
  LeaderboardsCleared,
} from '../leaderboards/leaderboard.events.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { FlightDiffered, FlightVerified } from '../scores/verification.events.js';
import { type AttemptEvent, changeAttempts } from './change-attempts.js';
import type { ChangedResults } from './changed-results.js';
import { changeGrading, classesOf, decideCell, regradeScenario, undoDecision } from './decide-cells.js';
import { clearBoards } from './clear-boards.js';
import { keepOwnChanges } from './own-changes.js';
import { freezeBoard, revealBoard } from './freeze-boards.js';
import { eraseResponses } from './merge-responses.js';
import { recount } from './recount.js';

/** The events after which stored attempts or results change. */
export type LaterEvent =
  | ClassResumed
  | GradeEvent
  | FlightVerified
  | FlightDiffered
  | LeaderboardsCleared
  | CourseLeaderboardEvent
  | PersonalDataErased;

export const LATER_EVENTS = [
  'ClassResumed',
  'AttemptAccepted',
  'AttemptSetAside',
  'DecisionUndone',
  'PointsSet',
  'ResultExcused',
  'ResultCommented',
  'DecisionsCleared',
  'ScenarioRegraded',
  'GradingChanged',
  'FlightVerified',
  'FlightDiffered',
  'LeaderboardsCleared',
  'LeaderboardFrozen',
  'LeaderboardRevealed',
  'LeaderboardNamingChanged',
  'PersonalDataErased',
] as const satisfies readonly LaterEvent['type'][];

/** Applies an event other than a new attempt. */
export async function applyLater(
  client: ProjectionClient,
  event: ProjectedEvent<LaterEvent>,
  changed: ChangedResults,
): Promise<void> {
  const { type, data } = event;
  switch (type) {
    case 'LeaderboardsCleared':
      changed.add('leaderboard', await clearBoards(client, event));
      return;
    case 'LeaderboardFrozen':
      changed.add('leaderboard', await freezeBoard(client, event));
      return;
    case 'LeaderboardRevealed':
      changed.add('leaderboard', await revealBoard(client, event));
      return;
    case 'LeaderboardNamingChanged':
      changed.add('leaderboard', await nameBoards(client, event));
      return;
    case 'PersonalDataErased':
      await client.query('update attempts_v19 set free_text = $2 where user_id = $1 and free_text is not null', [
        data.userId,
        ERASED,
      ]);
      changed.add('quiz', await eraseResponses(client, event));
      return;
    case 'PointsSet':
    case 'ResultExcused':
    case 'ResultCommented':
    case 'DecisionsCleared':
      return decideCell(client, event, changed);
    case 'ScenarioRegraded':
      return regradeScenario(client, event, changed);
    case 'GradingChanged':
      return changeGrading(client, event, changed);
    case 'DecisionUndone':
      return data.attempt ? decideAttempt(client, event, changed) : undoDecision(client, event, changed);
    default:
      return decideAttempt(client, event, changed);
  }
}

async function decideAttempt(
  client: ProjectionClient,
  event: ProjectedEvent<AttemptEvent>,
  changed: ChangedResults,
): Promise<void> {
  const cells = await changeAttempts(client, event);
  changed.add('review', [event.data.sessionId]);
  if (cells.length === 0) return;
  const students = await recount(client, { cells }, event.sequence, changed);
  if (event.type === 'AttemptAccepted' || event.type === 'DecisionUndone')
    await keepOwnChanges(client, students, event.sequence, changed);
}

async function nameBoards(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<LeaderboardNamingChanged>,
): Promise<string[]> {
  await client.query(
    `insert into leaderboard_namings_v19 as n (course_id, naming, sequence) values ($1, $2, $3)
     on conflict (course_id) do update set naming = excluded.naming, sequence = excluded.sequence
     where n.sequence < excluded.sequence`,
    [data.courseId, data.naming, sequence],
  );
  return classesOf(client, data.courseId);
}
