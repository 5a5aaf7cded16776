import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { QuizAttempt } from '../../contracts/quiz.contract.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { formOf } from './quiz-form.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Responses to a quiz of a class changed. The id is the class's. */
    quiz: string;
  }
}

type HandledEvent = ScoreSubmitted | ClassResumed | PersonalDataErased;

/** Columns of an attempt, for the best attempts and for candidates. */
const ATTEMPT = `
  session_id uuid,
  scenario_id uuid,
  user_id uuid,
  questions_score double precision not null,
  completed_at timestamptz not null,
  attempt_id uuid not null,
  form_id text not null,
  sequence bigint not null,
  attempt text not null,
  free_text text`;

/**
 * The best attempt of each student in each quiz of a class, with its answers. The questions are stored once for all
 * attempts: a thousand students with two hundred questions each would not fit into one response otherwise. Both are finished
 * JSON, which the page's first load forwards as text. Typed text is stored separately, so that it can be erased.
 *
 * Late attempts are candidates: they do not count until their class is resumed. They are never removed and are compared by
 * log position, so a batch can be applied twice.
 *
 * An attempt is better with a higher questions score, then if it is later, then if its id is greater. This rule of
 * `contracts/best-attempt.rule.ts` is repeated in SQL, because it compares rows. A form is kept after better attempts have
 * replaced its own.
 */
export const quizResponsesProjection: Projection<HandledEvent> = {
  name: 'quiz-responses',
  version: 2,
  handles: ['ScoreSubmitted', 'ClassResumed', 'PersonalDataErased'],
  tables: ['quiz_responses_v2', 'quiz_candidates_v2', 'quiz_forms_v2'],
  schema: `
    create table quiz_responses_v2 (${ATTEMPT}, primary key (session_id, scenario_id, user_id));
    create index on quiz_responses_v2 (session_id, scenario_id, sequence);
    create index on quiz_responses_v2 (user_id) where free_text is not null;
    create table quiz_candidates_v2 (${ATTEMPT}, primary key (attempt_id));
    create index on quiz_candidates_v2 (session_id);
    create index on quiz_candidates_v2 (user_id) where free_text is not null;
    create table quiz_forms_v2 (
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

const KEY = { session_id: 'uuid', scenario_id: 'uuid', form_id: 'text', sequence: 'bigint' } as const;
const FORMS = rowSet({ ...KEY, form: 'text' });
const ATTEMPTS = rowSet({
  ...KEY,
  user_id: 'uuid',
  questions_score: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  attempt: 'text',
  free_text: 'text',
});

/** Inserts new forms. The first attempt with a form decides the positions; `merge` passes only the first one of a batch. */
const INSERT_FORMS = `
  insert into quiz_forms_v2 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

/** Returns SQL that merges attempts into the best ones. `sequence` is that of the change. */
const bestOf = (source: string, sequence: string): string => `
  insert into quiz_responses_v2 as best (session_id, scenario_id, user_id, questions_score, completed_at, attempt_id, form_id,
    sequence, attempt, free_text)
  select distinct on (session_id, scenario_id, user_id) session_id, scenario_id, user_id, questions_score, completed_at,
    attempt_id, form_id, ${sequence}, attempt, free_text
  from ${source}
  order by session_id, scenario_id, user_id, questions_score desc, completed_at desc, attempt_id desc
  on conflict (session_id, scenario_id, user_id) do update
    set questions_score = excluded.questions_score, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id,
        form_id = excluded.form_id, sequence = excluded.sequence, attempt = excluded.attempt, free_text = excluded.free_text
    where (excluded.questions_score, excluded.completed_at, excluded.attempt_id)
        > (best.questions_score, best.completed_at, best.attempt_id)
  returning session_id`;

const MERGE = bestOf(`${ATTEMPTS.source} as e`, 'sequence');

const KEEP_CANDIDATES = `
  insert into quiz_candidates_v2 (${ATTEMPTS.columns}) select * from ${ATTEMPTS.source} as e on conflict do nothing`;

const COUNT_CANDIDATES = bestOf('quiz_candidates_v2 where session_id = $1 and sequence < $2', '$2::bigint');

async function merge(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<readonly Changed[]> {
  const quizzes = events.filter(({ data }) => data.scoreCardType === 'Quiz' && data.sessionId !== null);
  if (quizzes.length === 0) return [];
  const entries = quizzes.map(toEntry);
  const forms = new Map(
    entries.toReversed().map(({ form }) => [`${form.session_id}.${form.scenario_id}.${form.form_id}`, form]),
  );
  const newForms = [...forms.values()].map(({ form, ...key }) => ({ ...key, form: JSON.stringify(form) }));
  await client.query(INSERT_FORMS, FORMS.parameters(newForms));
  const [late, counted] = [true, false].map((isLate) =>
    entries.filter((entry) => entry.late === isLate).map(({ row }) => row),
  ) as [Row[], Row[]];
  if (late.length > 0) await client.query(KEEP_CANDIDATES, ATTEMPTS.parameters(late));
  if (counted.length === 0) return [];
  return (await client.query<Changed>(MERGE, ATTEMPTS.parameters(counted))).rows;
}

async function applyOne(
  client: ProjectionClient,
  { type, data, sequence }: ProjectedEvent<ClassResumed | PersonalDataErased>,
): Promise<readonly Changed[]> {
  if (type === 'ClassResumed') {
    return (await client.query<Changed>(COUNT_CANDIDATES, [data.sessionId, sequence])).rows;
  }
  const ofPerson = 'where user_id = $1 and free_text is not null';
  await client.query(`update quiz_candidates_v2 set free_text = $2 ${ofPerson}`, [data.userId, ERASED]);
  const { rows } = await client.query<Changed>(
    `update quiz_responses_v2 set free_text = $2, sequence = greatest(sequence, $3) ${ofPerson} returning session_id`,
    [data.userId, ERASED, sequence],
  );
  return rows;
}

type Row = ReturnType<typeof toEntry>['row'];

function toEntry({ data, sequence }: ProjectedEvent<ScoreSubmitted>) {
  // Rounded to the second, as shown everywhere. Ids decide between two attempts of one second.
  const time = toMoment(new Date(data.completedAt));
  const { formId, form, scores, chosen, freeText } = formOf(data.questionScorecards, data.freeText);
  const attempt: QuizAttempt = {
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
  const key = { session_id: data.sessionId, scenario_id: data.scenarioId, form_id: formId, sequence };
  return {
    late: data.late,
    form: { ...key, form },
    row: {
      ...key,
      user_id: data.userId,
      questions_score: data.questionsScore,
      completed_at: time,
      attempt_id: data.attemptId,
      attempt: JSON.stringify(attempt),
      free_text: freeText ?? null,
    },
  };
}
