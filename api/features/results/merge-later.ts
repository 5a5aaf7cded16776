import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { LaterEvent } from './apply-later.js';
import { assignTotalsOf } from './board-totals.js';
import { MERGE_STORED, type Merged } from './merge-attempts.js';

/** Limits of a portion. All attempts of a scenario in a class are merged together, so the last one may exceed the limit of attempts. */
const ROWS_A_PORTION = 500;
const ATTEMPTS_A_PORTION = 5_000;

const RETURNING = 'returning session_id, scenario_id, sequence';

const TAKE_PORTION = `
  delete from unmerged_attempts_v17 where (session_id, scenario_id) in (
    select session_id, scenario_id from (
      select session_id, scenario_id, sum(attempts) over (order by session_id, scenario_id) - attempts as before
      from (select * from unmerged_attempts_v17 order by session_id, scenario_id limit ${ROWS_A_PORTION}) u) u
    where before < ${ATTEMPTS_A_PORTION}) ${RETURNING}`;

const TAKE_CLASS = `delete from unmerged_attempts_v17 where session_id = $1 ${RETURNING}`;

const TAKE_COURSE = `
  delete from unmerged_attempts_v17 where session_id in (select session_id from attempt_classes_v17 where course_id = $1) ${RETURNING}`;

interface Unmerged {
  readonly session_id: string;
  readonly scenario_id: string;
  readonly sequence: string;
}

/** Merges a portion of the attempts that a rebuild has only inserted. Returns whether some may be left. */
export const mergePortion = (client: ProjectionClient): Promise<boolean> => merge(client, TAKE_PORTION);

/** Merges the inserted attempts of the class or course of an event that needs the results before it. */
export async function mergeBefore(client: ProjectionClient, event: ProjectedEvent<LaterEvent>): Promise<void> {
  switch (event.type) {
    case 'LeaderboardsCleared':
    case 'LeaderboardRevealed':
    case 'LeaderboardNamingChanged':
    case 'PersonalDataErased':
      return;
    case 'ClassResumed':
    case 'LeaderboardFrozen':
    case 'AttemptAccepted':
    case 'AttemptSetAside':
    case 'FlightVerified':
    case 'FlightDiffered':
      if (event.data.sessionId !== null) await merge(client, TAKE_CLASS, [event.data.sessionId]);
      return;
    default:
      await merge(client, TAKE_COURSE, [event.data.courseId]);
  }
}

/** Merges the attempts of the rows that a statement takes. Returns whether there were any. */
async function merge(client: ProjectionClient, take: string, values: unknown[] = []): Promise<boolean> {
  const { rows } = await client.query<Unmerged>(take, values);
  if (rows.length === 0) return false;
  const { rows: merged } = await client.query<Merged>(MERGE_STORED, [
    rows.map((row) => row.session_id),
    rows.map((row) => row.scenario_id),
    rows.map((row) => row.sequence),
  ]);
  await assignTotalsOf(
    client,
    merged.filter((row) => row.kind === 'board'),
  );
  return true;
}
