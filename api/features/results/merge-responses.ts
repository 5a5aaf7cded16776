import { toMoment } from '../../contracts/primitives.contract.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import type { QuizAttempt } from '../../contracts/quiz.contract.js';
import type { QuestionScorecard } from '../../contracts/score.contract.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import type { ProjectedEvent, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { PersonalDataErased } from '../people/user.events.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { formOf } from './quiz-form.js';

const FORMS = rowSet({
  session_id: 'uuid',
  scenario_id: 'uuid',
  form_id: 'text',
  sequence: 'bigint',
  form: 'text',
});

/** Inserts new forms. The first attempt with a form decides the positions; {@link insertQuizForms} passes only the first of a batch. */
const INSERT_FORMS = `
  insert into quiz_forms_v19 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

const RESPONSES = rowSet({
  session_id: 'uuid',
  scenario_id: 'uuid',
  user_id: 'uuid',
  questions_score: 'double precision',
  completed_at: 'timestamptz',
  attempt_id: 'uuid',
  form_id: 'text',
  level: 'smallint',
  attempt: 'text',
  free_text: 'text',
  sequence: 'bigint',
});

const KEY = 'session_id, scenario_id, user_id';
const ASSIGNED = `questions_score = excluded.questions_score, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id,
      form_id = excluded.form_id, level = excluded.level, attempt = excluded.attempt, free_text = excluded.free_text,
      sequence = excluded.sequence`;

/** Keeps the better of two attempts, like {@link MERGE_ATTEMPTS}. */
const MERGE = `
  insert into quiz_responses_v19 as b (${RESPONSES.columns})
  select distinct on (${KEY}) ${RESPONSES.columns} from ${RESPONSES.source} as e
  order by ${KEY}, questions_score desc, completed_at desc, attempt_id desc
  on conflict (${KEY}) do update set ${ASSIGNED}
    where b.attempt_id is null
       or (excluded.questions_score, excluded.completed_at, excluded.attempt_id) > (b.questions_score, b.completed_at, b.attempt_id)
  returning session_id`;

const ASSIGN = `
  insert into quiz_responses_v19 as b (${RESPONSES.columns}) select ${RESPONSES.columns} from ${RESPONSES.source} as e
  on conflict (${KEY}) do update set ${ASSIGNED}`;

/** Erases typed texts. The sequence of a response changes only when its own text did. */
const ERASE = `
  update quiz_responses_v19 set free_text = $2, sequence = greatest(sequence, $3)
  where user_id = $1 and free_text is not null returning session_id`;

/** A row of `quiz_responses`. Without an attempt, the student has none that counts any more. */
export type Response = Readonly<
  Record<'session_id' | 'scenario_id' | 'user_id', string> &
    Record<'attempt_id' | 'form_id' | 'attempt' | 'free_text' | 'completed_at', string | null> &
    Record<'questions_score' | 'level', number | null> & { sequence: number }
>;

/** What a response needs to know of an attempt. `time` is in ISO 8601. */
export interface AnsweredQuiz {
  readonly attemptId: string;
  readonly sessionId: string;
  readonly scenarioId: string;
  readonly userId: string;
  readonly time: string;
  readonly questionsScore: number;
  readonly maxQuestionsScore: number;
  readonly passed: boolean;
  readonly tooFast: boolean;
  readonly level: number;
  readonly cards: readonly QuestionScorecard[];
  readonly freeText: string | undefined;
}

/** An attempt of a quiz, as a response with its form. */
type Quiz = ReturnType<typeof quizOf>;

/** An attempt of a quiz of a class that arrived. */
export type NewQuiz = { readonly late: boolean } & Quiz;

/** Returns the attempts of quizzes of classes. */
export const quizzesOf = (events: readonly ProjectedEvent<ScoreSubmitted>[]): readonly NewQuiz[] =>
  events
    .filter(({ data }) => data.scoreCardType === 'Quiz' && data.sessionId !== null && data.courseId !== null)
    .map(({ data, sequence }) => ({ late: data.late, ...quizOf(answeredQuiz(data), sequence) }));

/** Inserts the new forms of quizzes. Of quizzes with the same form, the first one must be the first in the log. */
export async function insertQuizForms(client: ProjectionClient, quizzes: readonly Pick<Quiz, 'form'>[]): Promise<void> {
  if (quizzes.length === 0) return;
  const forms = new Map(
    quizzes.toReversed().map(({ form }) => [`${form.session_id}.${form.scenario_id}.${form.form_id}`, form]),
  );
  const newForms = [...forms.values()].map(({ form, ...key }) => ({ ...key, form: JSON.stringify(form) }));
  await client.query(INSERT_FORMS, FORMS.parameters(newForms));
}

/** Merges new responses. Returns the classes whose responses changed. */
export async function mergeResponses(client: ProjectionClient, responses: readonly Response[]): Promise<string[]> {
  if (responses.length === 0) return [];
  const { rows } = await client.query<Pick<Response, 'session_id'>>(MERGE, RESPONSES.parameters(responses));
  return rows.map((row) => row.session_id);
}

/** Replaces responses by others. */
export async function assignResponses(client: ProjectionClient, responses: readonly Response[]): Promise<void> {
  if (responses.length > 0) await client.query(ASSIGN, RESPONSES.parameters(responses));
}

/** Returns the response of an attempt. */
export const responseOf = (quiz: AnsweredQuiz, sequence: number): Response => quizOf(quiz, sequence).response;

/** Returns the classes whose responses changed. */
export async function eraseResponses(
  client: ProjectionClient,
  { data, sequence }: ProjectedEvent<PersonalDataErased>,
): Promise<string[]> {
  const { rows } = await client.query<Pick<Response, 'session_id'>>(ERASE, [data.userId, ERASED, sequence]);
  return rows.map((row) => row.session_id);
}

const answeredQuiz = (data: ScoreSubmitted['data']): AnsweredQuiz => ({
  attemptId: data.attemptId,
  sessionId: data.sessionId!,
  scenarioId: data.scenarioId,
  userId: data.userId,
  time: data.completedAt,
  questionsScore: data.questionsScore,
  maxQuestionsScore: data.maxQuestionsScore,
  passed: data.passed,
  tooFast: data.tooFast ?? false,
  level: rankOfLevel(data.level ?? 'Reported'),
  cards: data.questionScorecards,
  freeText: data.freeText,
});

/** Returns the response of an attempt and its form. */
export function quizOf(quiz: AnsweredQuiz, sequence: number) {
  const { attemptId, questionsScore, maxQuestionsScore, passed, tooFast } = quiz;
  // Rounded to the second, as shown everywhere. Ids decide between two attempts of one second.
  const time = toMoment(new Date(quiz.time));
  const { formId, form, scores, chosen, freeText } = formOf(quiz.cards, quiz.freeText);
  const attempt: Omit<QuizAttempt, 'level'> = {
    attemptId,
    time,
    questionsScore,
    maxQuestionsScore,
    passed,
    tooFast,
    form: formId,
    scores,
    chosen,
  };
  const key = { session_id: quiz.sessionId, scenario_id: quiz.scenarioId };
  return {
    form: { ...key, form_id: formId, sequence, form },
    response: {
      ...key,
      user_id: quiz.userId,
      questions_score: questionsScore,
      completed_at: time,
      attempt_id: attemptId,
      form_id: formId,
      level: quiz.level,
      attempt: JSON.stringify(attempt),
      free_text: freeText ?? null,
      sequence,
    } satisfies Response,
  };
}
