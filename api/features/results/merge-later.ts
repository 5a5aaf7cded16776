import { ATTEMPT_FLAGS } from '../../contracts/recording.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { LaterEvent } from './apply-later.js';
import { assignTotalsOf, type TouchedBoard } from './board-totals.js';
import { MERGE_STORED } from './merge-attempts.js';
import { insertQuizForms, mergeResponses, quizOf } from './merge-responses.js';
import { answersOf } from './stored-answers.js';

/** Limits of a portion. All attempts of a scenario in a class are merged together, so the last one may exceed the limit of attempts. */
const ROWS_A_PORTION = 500;
const ATTEMPTS_A_PORTION = 5_000;

const RETURNING = 'returning session_id, scenario_id, sequence';

const TAKE_PORTION = `
  delete from unmerged_attempts_v19 where (session_id, scenario_id) in (
    select session_id, scenario_id from (
      select session_id, scenario_id, sum(attempts) over (order by session_id, scenario_id) - attempts as before
      from (select * from unmerged_attempts_v19 order by session_id, scenario_id limit ${ROWS_A_PORTION}) u) u
    where before < ${ATTEMPTS_A_PORTION}) ${RETURNING}`;

const TAKE_CLASS = `delete from unmerged_attempts_v19 where session_id = $1 ${RETURNING}`;

const TAKE_COURSE = `
  delete from unmerged_attempts_v19 where session_id in (select session_id from attempt_classes_v19 where course_id = $1) ${RETURNING}`;

const TAKE_TYPED = `
  delete from unmerged_attempts_v19
  where session_id in (select session_id from attempts_v19 where user_id = $1 and free_text is not null) ${RETURNING}`;

/** Selects the students on the boards of those classes, $1, of which all attempts are merged. Their totals are assigned once. */
const SELECT_COMPLETE = `
  select distinct b.session_id, b.user_id, b.campaign_id
  from unnest($1::uuid[]) as e (session_id) join leaderboards_v19 b using (session_id)
  where not exists (select from unmerged_attempts_v19 u where u.session_id = e.session_id)`;

/**
 * Selects quizzes among the attempts of scenarios of classes, from a sequence on: $1, $2, $3. `best` are those that count for a student,
 * and the others those that came first with their form.
 */
const SELECT_QUIZZES = `
  with quizzes as (
    select a.* from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as e (session_id, scenario_id, sequence)
      cross join lateral (
        select attempt_id, session_id, scenario_id, user_id, form_id, questions_score, max_questions_score, passed, late, level,
               arrival_flags & ${ATTEMPT_FLAGS.tooFast} <> 0 as too_fast, completed_at, sequence
        from attempts_v19 a where a.session_id = e.session_id and a.scenario_id = e.scenario_id and a.sequence >= e.sequence
          and a.course_id is not null and a.score_card_type = 'Quiz' offset 0) a
  )
  (select distinct on (session_id, scenario_id, user_id) true as best, * from quizzes where not late
   order by session_id, scenario_id, user_id, questions_score desc, date_trunc('second', completed_at) desc, attempt_id desc)
  union all
  (select distinct on (session_id, scenario_id, form_id) false, * from quizzes order by session_id, scenario_id, form_id, sequence)`;

interface StoredQuiz {
  readonly best: boolean;
  readonly attempt_id: string;
  readonly session_id: string;
  readonly scenario_id: string;
  readonly user_id: string;
  readonly questions_score: number;
  readonly max_questions_score: number;
  readonly passed: boolean;
  readonly level: number;
  readonly too_fast: boolean;
  readonly completed_at: Date;
  readonly sequence: string;
}

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
      return;
    case 'PersonalDataErased':
      await merge(client, TAKE_TYPED, [event.data.userId]);
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
  const taken = [
    rows.map((row) => row.session_id),
    rows.map((row) => row.scenario_id),
    rows.map((row) => row.sequence),
  ];
  await client.query(MERGE_STORED, taken);
  const { rows: boards } = await client.query<TouchedBoard>(SELECT_COMPLETE, [[...new Set(taken[0])]]);
  await assignTotalsOf(client, boards);
  await mergeQuizzes(client, (await client.query<StoredQuiz>(SELECT_QUIZZES, taken)).rows);
  return true;
}

async function mergeQuizzes(client: ProjectionClient, rows: readonly StoredQuiz[]): Promise<void> {
  const answers = await answersOf(
    client,
    rows.map((row) => ({ attemptId: row.attempt_id })),
  );
  const quizzes = rows.map((row) => {
    const answered = {
      ...answers(row.attempt_id),
      attemptId: row.attempt_id,
      sessionId: row.session_id,
      scenarioId: row.scenario_id,
      userId: row.user_id,
      time: row.completed_at.toISOString(),
      questionsScore: row.questions_score,
      maxQuestionsScore: row.max_questions_score,
      passed: row.passed,
      tooFast: row.too_fast,
      level: row.level,
    };
    return { best: row.best, ...quizOf(answered, Number(row.sequence)) };
  });
  await insertQuizForms(
    client,
    quizzes.filter(({ best }) => !best),
  );
  await mergeResponses(
    client,
    quizzes.filter(({ best }) => best).map(({ response }) => response),
  );
}
