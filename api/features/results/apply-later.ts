import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_GRADING, type Grading } from '../../contracts/grading.rule.js';
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
import { changeAttempts } from './change-attempts.js';
import type { ChangedResults } from './changed-results.js';
import { clearBoards } from './clear-boards.js';
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
  'ResultsThatCountChanged',
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
  const { type, data, sequence } = event;
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
      await client.query('update attempts_v17 set free_text = $2 where user_id = $1 and free_text is not null', [
        data.userId,
        ERASED,
      ]);
      changed.add('quiz', await eraseResponses(client, event));
      return;
    case 'ResultsThatCountChanged':
      if (
        await changeGrading(
          client,
          { courseId: data.courseId, grading: { ...DEFAULT_GRADING, count: data.count } },
          sequence,
        )
      )
        await recount(client, { courseId: data.courseId }, sequence, changed);
      return;
    default: {
      const cells = await changeAttempts(client, event);
      changed.add('review', [type === 'DecisionUndone' ? data.attempt.sessionId : data.sessionId]);
      if (cells.length > 0) await recount(client, { cells }, sequence, changed);
    }
  }
}

async function nameBoards(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<LeaderboardNamingChanged>,
): Promise<string[]> {
  await client.query(
    `insert into leaderboard_namings_v17 as n (course_id, naming, sequence) values ($1, $2, $3)
     on conflict (course_id) do update set naming = excluded.naming, sequence = excluded.sequence
     where n.sequence < excluded.sequence`,
    [data.courseId, data.naming, sequence],
  );
  const { rows } = await client.query<{ session_id: string }>(
    'select session_id from attempt_classes_v17 where course_id = $1',
    [data.courseId],
  );
  return rows.map((row) => row.session_id);
}

/** Returns false when this or a later setting is stored already. */
async function changeGrading(
  client: ProjectionClient,
  { courseId, grading }: { readonly courseId: string; readonly grading: Grading },
  sequence: number,
): Promise<boolean> {
  const { rows } = await client.query(
    `insert into course_gradings_v17 as g (course_id, grading, is_ruled, sequence) values ($1, $2, $3, $4)
     on conflict (course_id) do update
       set grading = excluded.grading, is_ruled = excluded.is_ruled, sequence = excluded.sequence
       where g.sequence < excluded.sequence returning true`,
    [courseId, JSON.stringify(grading), !isDeepStrictEqual(grading, DEFAULT_GRADING), sequence],
  );
  return rows.length > 0;
}
