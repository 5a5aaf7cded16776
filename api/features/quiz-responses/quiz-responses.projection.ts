import type { ProjectedEvent, Projection } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { QuizAttempt } from '../../contracts/quiz.contract.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { formOf } from './quiz-form.js';

/**
 * The best attempt of each student in each quiz of a class, with its answers (late ones left out, decisions S2), and once for
 * all of them the questions they belong to: a thousand students with two hundred questions each would not fit an answer
 * otherwise. Both are finished JSON, which the page's first load passes on as text.
 *
 * Better is a higher questions score, then the later one, then the greater id: the rule of `contracts/best-attempt.rule.ts`,
 * here once more in SQL because it decides between rows. A form stays when its attempts were bettered.
 */
export const quizResponsesProjection: Projection<ScoreSubmitted> = {
  name: 'quiz-responses',
  version: 1,
  handles: ['ScoreSubmitted'],
  tables: ['quiz_responses_v1', 'quiz_forms_v1'],
  schema: `
    create table quiz_responses_v1 (
      session_id uuid,
      scenario_id uuid,
      user_id uuid,
      questions_score double precision not null,
      completed_at timestamptz not null,
      attempt_id uuid not null,
      form_id text not null,
      sequence bigint not null,
      attempt text not null,
      primary key (session_id, scenario_id, user_id)
    );
    create index on quiz_responses_v1 (session_id, scenario_id, sequence);
    create table quiz_forms_v1 (
      session_id uuid,
      scenario_id uuid,
      form_id text,
      sequence bigint not null,
      form text not null,
      primary key (session_id, scenario_id, form_id)
    );
  `,
  apply: async (client, events) => {
    const counted = events.filter(({ data }) => data.scoreCardType === 'Quiz' && data.sessionId !== null && !data.late);
    if (counted.length === 0) return [];
    const entries = counted.map(toEntry);
    const forms = new Map(
      entries.toReversed().map(({ form }) => [`${form.session_id}.${form.scenario_id}.${form.form_id}`, form]),
    );
    await client.query(INSERT_FORMS, FORMS.parameters([...forms.values()]));
    const { rows } = await client.query<{ session_id: string }>(
      MERGE,
      ATTEMPTS.parameters(entries.map(({ row }) => row)),
    );
    return [...new Set(rows.map((row) => row.session_id))].map((id) => ({ topic: 'quiz', id }));
  },
};

const KEY = { session_id: 'uuid', scenario_id: 'uuid', form_id: 'text', sequence: 'bigint' } as const;
const FORMS = rowSet({ ...KEY, form: 'text' });
const ATTEMPTS = rowSet({
  ...KEY,
  user_id: 'uuid',
  questions_score: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  attempt: 'text',
});

/** The first to come with a form decides its positions; of a batch that one is left alone. */
const INSERT_FORMS = `
  insert into quiz_forms_v1 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

const MERGE = `
  insert into quiz_responses_v1 as best (${ATTEMPTS.columns})
  select distinct on (session_id, scenario_id, user_id) * from ${ATTEMPTS.source} as e
  order by session_id, scenario_id, user_id, questions_score desc, completed_at desc, attempt_id desc
  on conflict (session_id, scenario_id, user_id) do update
    set questions_score = excluded.questions_score, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id,
        form_id = excluded.form_id, sequence = excluded.sequence, attempt = excluded.attempt
    where (excluded.questions_score, excluded.completed_at, excluded.attempt_id)
        > (best.questions_score, best.completed_at, best.attempt_id)
  returning session_id`;

function toEntry({ data, sequence }: ProjectedEvent<ScoreSubmitted>) {
  // To the second, as everybody sees it: two attempts of one second are decided by their ids.
  const time = toMoment(new Date(data.completedAt));
  const { formId, form, scores, chosen } = formOf(data.questionScorecards);
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
    form: { ...key, form: JSON.stringify(form) },
    row: {
      ...key,
      user_id: data.userId,
      questions_score: data.questionsScore,
      completed_at: time,
      attempt_id: data.attemptId,
      attempt: JSON.stringify(attempt),
    },
  };
}
