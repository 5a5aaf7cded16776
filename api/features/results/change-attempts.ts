import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { AttemptAccepted, AttemptSetAside, DecisionUndone } from '../grades/grade.events.js';
import type { FlightDiffered, FlightVerified } from '../scores/verification.events.js';
import type { CellOfCourse } from '../grades/graded-cells.query.js';

/** The events that change stored attempts. */
export type AttemptEvent =
  | ClassResumed
  | AttemptAccepted
  | AttemptSetAside
  | DecisionUndone
  | FlightVerified
  | FlightDiffered;

interface Changed {
  readonly session_id: string | null;
  readonly user_id: string;
  readonly scenario_id: string;
  readonly course_id: string | null;
}

const CHANGED = 'returning session_id, user_id, scenario_id, course_id';

/** A late attempt loses its mark when its class is resumed after the attempt arrived. */
const RESUME = `
  update attempts_v19 set late = false where session_id = $1 and late and sequence < $2 ${CHANGED}`;

const DECIDE = `
  update attempts_v19 set set_aside = $2, decided = $3 where attempt_id = $1 and coalesce(decided, 0) < $3 ${CHANGED}`;

const SET_LEVEL = `update attempts_v19 set level = $2 where attempt_id = $1 and level <> $2 ${CHANGED}`;

const DIFFER = `
  update attempts_v19 set level = $2, flags = flags | $3, flown_score = $4, flown_passed = $5 where attempt_id = $1 ${CHANGED}`;

/** Changes attempts that arrived before. Returns the cells whose results may have changed. */
export async function changeAttempts(
  client: ProjectionClient,
  event: ProjectedEvent<AttemptEvent>,
): Promise<CellOfCourse[]> {
  const { rows } = await client.query<Changed>(...statementOf(event));
  return rows.flatMap(({ session_id: sessionId, user_id: userId, scenario_id: scenarioId, course_id: courseId }) =>
    sessionId === null || courseId === null ? [] : [{ courseId, sessionId, userId, scenarioId }],
  );
}

function statementOf({ type, data, sequence }: ProjectedEvent<AttemptEvent>): [text: string, values: unknown[]] {
  switch (type) {
    case 'ClassResumed':
      return [RESUME, [data.sessionId, sequence]];
    case 'AttemptAccepted':
    case 'AttemptSetAside':
      return [DECIDE, [data.attemptId, type === 'AttemptSetAside', sequence]];
    case 'DecisionUndone':
      return [DECIDE, [data.attempt?.attemptId, data.attempt?.decision === 'SetAside', sequence]];
    case 'FlightVerified':
      return [SET_LEVEL, [data.attemptId, rankOfLevel(data.level)]];
    case 'FlightDiffered': {
      const { totalScore, passed } = data.flown;
      const values = [rankOfLevel('Reported'), flagBits(['VerificationDiffers']), totalScore, passed];
      return [DIFFER, [data.attemptId, ...values]];
    }
  }
}
