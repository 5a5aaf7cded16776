import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { COUNTING_EVENTS, type CountingEvent } from '../scores/candidates.query.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { clearBoards } from './clear-boards.js';
import { freezeBoard, revealBoard } from './freeze-boards.js';
import type { CourseLeaderboardEvent, LeaderboardNamingChanged, LeaderboardsCleared } from './leaderboard.events.js';
import { LEADERBOARD_SCHEMA, LEADERBOARD_TABLES } from './leaderboards.tables.js';
import { mergeScores, recountScores } from './merge-scores.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Leaderboards of a class changed. The id is the class's. */
    leaderboard: string;
  }
}

type BoardEvent = ScoreSubmitted | CountingEvent | LeaderboardsCleared | CourseLeaderboardEvent;
type Decision = Exclude<ProjectedEvent<BoardEvent>, { type: 'ScoreSubmitted' }>;

/**
 * The passed Compete attempt that counts for each student in each scenario of a class, and the totals per campaign and over all
 * campaigns. Totals are precomputed, so that a board is read in order without adding up. A frozen board is a copy that
 * students see until it is revealed.
 */
export const leaderboardsProjection: Projection<BoardEvent> = {
  name: 'leaderboards',
  version: 4,
  handles: [
    'ScoreSubmitted',
    ...COUNTING_EVENTS,
    'LeaderboardsCleared',
    'LeaderboardFrozen',
    'LeaderboardRevealed',
    'LeaderboardNamingChanged',
  ],
  tables: LEADERBOARD_TABLES,
  schema: LEADERBOARD_SCHEMA,
  /** Merges the scores between two decisions together. A decision must find the board as of its point in the log. */
  apply: async (client, events) => {
    const changed = new Set<string>();
    let scores: ProjectedEvent<ScoreSubmitted>[] = [];
    const merge = async (): Promise<void> => {
      for (const sessionId of await mergeScores(client, scores)) changed.add(sessionId);
      scores = [];
    };
    for (const event of events) {
      if (event.type === 'ScoreSubmitted') {
        scores.push(event);
        continue;
      }
      await merge();
      for (const sessionId of await decide(client, event)) changed.add(sessionId);
    }
    await merge();
    return [...changed].map((id): LiveChange => ({ topic: 'leaderboard', id }));
  },
};

/** Applies a decision and returns the classes whose boards change. */
function decide(client: ProjectionClient, event: Decision): Promise<string[]> {
  switch (event.type) {
    case 'LeaderboardsCleared':
      return clearBoards(client, event);
    case 'LeaderboardFrozen':
      return freezeBoard(client, event);
    case 'LeaderboardRevealed':
      return revealBoard(client, event);
    case 'LeaderboardNamingChanged':
      return nameBoards(client, event);
    default:
      return recountScores(client, event);
  }
}

async function nameBoards(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<LeaderboardNamingChanged>,
): Promise<string[]> {
  await client.query(
    `insert into leaderboard_namings_v4 as n (course_id, naming, sequence) values ($1, $2, $3)
     on conflict (course_id) do update set naming = excluded.naming, sequence = excluded.sequence
     where n.sequence < excluded.sequence`,
    [data.courseId, data.naming, sequence],
  );
  const { rows } = await client.query<{ session_id: string }>(
    'select session_id from leaderboard_classes_v4 where course_id = $1',
    [data.courseId],
  );
  return rows.map((row) => row.session_id);
}
