import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { answersOf } from './stored-answers.js';
import { assignResponses, type Response, responseOf } from './merge-responses.js';
import { originalOf } from '../grades/regraded-figures.query.js';
import type { Cell } from '../grades/grade.events.js';
import { keyOf, type StoredAttempt } from '../grades/graded-cells.query.js';

/** The attempt of a quiz that counts as of a sequence; undefined when none does any more. */
export interface CountedResponse extends Cell {
  readonly attempt: StoredAttempt | undefined;
  readonly sequence: number;
}

const SELECT_PRESENT = `
  select q.session_id as "sessionId", q.user_id as "userId", q.scenario_id as "scenarioId", q.attempt_id as "attemptId", q.level
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as e (session_id, user_id, scenario_id)
    join quiz_responses_v19 q on (q.session_id, q.scenario_id, q.user_id) = (e.session_id, e.scenario_id, e.user_id)`;

type Present = Cell & { readonly attemptId: string | null; readonly level: number | null };

/** Replaces responses whose attempt or level changed. Returns their classes. */
export async function recountResponses(
  client: ProjectionClient,
  counted: readonly CountedResponse[],
): Promise<string[]> {
  if (counted.length === 0) return [];
  const { rows } = await client.query<Present>(SELECT_PRESENT, [
    counted.map((row) => row.sessionId),
    counted.map((row) => row.userId),
    counted.map((row) => row.scenarioId),
  ]);
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  const changed = counted.filter((row) => isChanged(row, present.get(keyOf(row))));
  await assignResponses(client, await responsesOf(client, changed));
  return changed.map((row) => row.sessionId);
}

function isChanged({ attempt }: CountedResponse, present: Present | undefined): boolean {
  if (!attempt) return present !== undefined && present.attemptId !== null;
  return present?.attemptId !== attempt.attemptId || present.level !== rankOfLevel(attempt.level);
}

async function responsesOf(client: ProjectionClient, changed: readonly CountedResponse[]): Promise<Response[]> {
  const answers = await answersOf(
    client,
    changed.flatMap(({ attempt }) => attempt ?? []),
  );
  return changed.map(({ attempt, sequence, ...cell }) => {
    if (!attempt) return emptyResponse(cell, sequence);
    // A regrade does not change what was answered, and how it was scored then.
    const quiz = {
      ...attempt,
      ...originalOf(attempt),
      ...answers(attempt.attemptId),
      time: new Date(attempt.time).toISOString(),
      level: rankOfLevel(attempt.level),
    };
    return responseOf(quiz, sequence);
  });
}

const emptyResponse = ({ sessionId, userId, scenarioId }: Cell, sequence: number): Response => ({
  session_id: sessionId,
  user_id: userId,
  scenario_id: scenarioId,
  questions_score: null,
  completed_at: null,
  attempt_id: null,
  form_id: null,
  level: null,
  attempt: null,
  free_text: null,
  sequence,
});
