import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { QuizAttempt } from '../../contracts/quiz.contract.js';
import {
  CANDIDATE_TYPES,
  candidateOf,
  Candidates,
  COUNTING_EVENTS,
  type CountingEvent,
  isInCell,
} from '../scores/candidates.query.js';
import { cellStatements } from '../scores/cell-statements.query.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { formOf } from './quiz-form.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Responses to a quiz of a class changed. The id is the class's. */
    quiz: string;
  }
}

type HandledEvent = ScoreSubmitted | CountingEvent | PersonalDataErased;

const candidates = new Candidates('quiz_candidates_v3', 'quiz_settings_v3');

/**
 * The attempt that counts for each student in each quiz of a class. Its answers are those of the candidate. The questions are
 * stored once for all attempts: a thousand students with two hundred questions each would not fit into one response otherwise.
 * Both are finished JSON, which the page's first load forwards as text. Typed text is stored separately, so that it can be erased.
 *
 * An attempt is better with a higher questions score, then if it is later, then if its id is greater. This rule of
 * `contracts/best-attempt.rule.ts` is repeated in SQL, because it compares rows. A form is kept after better attempts have
 * replaced its own.
 */
export const quizResponsesProjection: Projection<HandledEvent> = {
  name: 'quiz-responses',
  version: 3,
  handles: ['ScoreSubmitted', ...COUNTING_EVENTS, 'PersonalDataErased'],
  tables: ['quiz_responses_v3', 'quiz_candidates_v3', 'quiz_settings_v3', 'quiz_forms_v3'],
  schema: `
    create table quiz_responses_v3 (
      session_id uuid,
      scenario_id uuid,
      user_id uuid,
      questions_score double precision,
      completed_at timestamptz,
      attempt_id uuid,
      course_id uuid,
      form_id text,
      level smallint,
      sequence bigint not null,
      primary key (session_id, scenario_id, user_id)
    );
    create index on quiz_responses_v3 (session_id, scenario_id, sequence);
    ${candidates.schema(`
      questions_score double precision not null,
      completed_at timestamptz not null,
      form_id text not null,
      attempt text not null,
      free_text text`)}
    create index on quiz_candidates_v3 (user_id) where free_text is not null;
    create table quiz_forms_v3 (
      session_id uuid,
      scenario_id uuid,
      form_id text,
      sequence bigint not null,
      form text not null,
      primary key (session_id, scenario_id, form_id)
    );
  `,
  apply: async (client, events) => {
    const changed = new Set<string>();
    const note = (rows: readonly Changed[]): void => rows.forEach(({ session_id }) => changed.add(session_id));
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      if (run.type === 'ScoreSubmitted') note(await merge(client, run.events));
      else for (const event of run.events) note(await applyOne(client, event));
    }
    return [...changed].map((id) => ({ topic: 'quiz', id }));
  },
};

interface Changed {
  session_id: string;
}

const FORMS = rowSet({
  session_id: 'uuid',
  scenario_id: 'uuid',
  form_id: 'text',
  sequence: 'bigint',
  form: 'text',
});
const ATTEMPTS = rowSet({
  ...CANDIDATE_TYPES,
  questions_score: 'double precision',
  completed_at: 'timestamptz',
  form_id: 'text',
  attempt: 'text',
  free_text: 'text',
});

/** Inserts new forms. The first attempt with a form decides the positions; `merge` passes only the first one of a batch. */
const INSERT_FORMS = `
  insert into quiz_forms_v3 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

const CELLS = cellStatements({
  candidates,
  table: 'quiz_responses_v3',
  order: ['questions_score', 'completed_at'],
  copied: ['course_id', 'form_id', 'level'],
  columns: ATTEMPTS.columns,
  source: ATTEMPTS.source,
});

/** Erases typed texts. The sequence of a response changes only when its own text did. */
const ERASE = `
  with erased as (
    update quiz_candidates_v3 set free_text = $2 where user_id = $1 and free_text is not null returning attempt_id
  )
  update quiz_responses_v3 q set sequence = greatest(q.sequence, $3) from erased e
  where q.user_id = $1 and q.attempt_id = e.attempt_id returning q.session_id`;

async function merge(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<readonly Changed[]> {
  const quizzes = events.filter((event) => event.data.scoreCardType === 'Quiz' && isInCell(event));
  if (quizzes.length === 0) return [];
  const entries = quizzes.map(toEntry);
  const forms = new Map(
    entries.toReversed().map(({ form }) => [`${form.session_id}.${form.scenario_id}.${form.form_id}`, form]),
  );
  const newForms = [...forms.values()].map(({ form, ...key }) => ({ ...key, form: JSON.stringify(form) }));
  await client.query(INSERT_FORMS, FORMS.parameters(newForms));
  return (await client.query<Changed>(CELLS.merge, ATTEMPTS.parameters(entries.map(({ row }) => row)))).rows;
}

async function applyOne(
  client: ProjectionClient,
  event: ProjectedEvent<CountingEvent | PersonalDataErased>,
): Promise<readonly Changed[]> {
  const { sequence } = event;
  if (event.type === 'PersonalDataErased')
    return (await client.query<Changed>(ERASE, [event.data.userId, ERASED, sequence])).rows;
  const scope = await candidates.apply(client, event);
  if (!scope) return [];
  return (await client.query<Changed>(CELLS.recount(scope), [...scope, sequence])).rows;
}

function toEntry(event: ProjectedEvent<ScoreSubmitted>) {
  const { data, sequence } = event;
  // Rounded to the second, as shown everywhere. Ids decide between two attempts of one second.
  const time = toMoment(new Date(data.completedAt));
  const { formId, form, scores, chosen, freeText } = formOf(data.questionScorecards, data.freeText);
  const attempt: Omit<QuizAttempt, 'level'> = {
    attemptId: data.attemptId,
    time,
    questionsScore: data.questionsScore,
    maxQuestionsScore: data.maxQuestionsScore,
    passed: data.passed,
    tooFast: data.tooFast ?? false,
    form: formId,
    scores,
    chosen,
  };
  return {
    form: { session_id: data.sessionId, scenario_id: data.scenarioId, form_id: formId, sequence, form },
    row: {
      ...candidateOf(event),
      questions_score: data.questionsScore,
      completed_at: time,
      form_id: formId,
      attempt: JSON.stringify(attempt),
      free_text: freeText ?? null,
    },
  };
}
