import type { Question } from './catalogue.contract.js';
import type { ClassAnswers } from './class-answers.contract.js';
import { isStudent } from './debrief-gradebook.rule.js';
import type { Debrief } from './debrief.rule.js';
import { type DebriefState, NONE } from './debrief-state.rule.js';
import type { AnsweredQuiz } from './quiz-answers.rule.js';
import { type QuizColumn, quizColumns } from './quiz-columns.rule.js';
import type { QuizForm } from './quiz.contract.js';
import type { Recording } from './recording.contract.js';

type Answered = Pick<AnsweredQuiz['attempt'], 'scores' | 'chosen'> & { readonly form: QuizForm };

/** The answers of a class to one quiz, prepared for all moments. */
export interface OpenAnswers {
  readonly editions: ClassAnswers['editions'];
  /** By the id of the attempt. */
  readonly attempts: ReadonlyMap<string, Answered>;
}

/** Prepares the answers to a quiz: all attempts with the same questions share one form. */
export function openAnswers({ editions, forms, attempts }: ClassAnswers): OpenAnswers {
  const asked = new Map(forms);
  const prepared = new Map<string, QuizForm>();
  const answered = new Map<string, Answered>();
  for (const [attemptId, formId, answers] of attempts) {
    const questions = asked.get(formId);
    if (!questions) continue;
    const form = prepared.get(formId) ?? formOf(questions, answers);
    prepared.set(formId, form);
    const scores: number[] = form.questions.map(() => 0);
    const chosen = form.questions.map(() => '');
    for (const [place, score, ...options] of answers) {
      scores[place] = score;
      chosen[place] = form.questions[place]!.answers.map((_, option) => (options.includes(option) ? '1' : '0')).join(
        '',
      );
    }
    answered.set(attemptId, { form, scores, chosen });
  }
  return { editions, attempts: answered };
}

type Form = ClassAnswers['forms'][number][1];
type Answers = ClassAnswers['attempts'][number][2];

/** The first attempt with a form decides the positions of its questions. */
function formOf(questions: Form, answers: Answers): QuizForm {
  const positions = new Map(answers.map(([place], position) => [place, position]));
  return {
    kind: 'form',
    questions: questions.map(([questionText, maxScore, ...options], place) => ({
      questionText,
      maxScore,
      position: positions.get(place) ?? place,
      answers: Array.from({ length: options.length / 2 }, (_, option) => ({
        answerText: String(options[option * 2]),
        correct: options[option * 2 + 1] === true,
      })),
    })),
  };
}

/** A quiz at a moment. `missing`: whether the answers of an attempt that counts are not loaded, because it arrived later. */
export interface QuizAtMoment {
  readonly columns: readonly QuizColumn[];
  readonly quizzes: readonly AnsweredQuiz[];
  readonly missing: boolean;
}

/**
 * Returns the questions and the attempts that count in a quiz at a moment, as the quiz responses showed them then. Regrades change neither
 * answers nor their points (docs/rules.md#regrades).
 */
export function quizAt(
  debrief: Debrief,
  state: DebriefState,
  scenarioId: string,
  { editions, attempts }: OpenAnswers,
): QuizAtMoment {
  const { people, scenarios, attempts: recorded } = debrief.recording;
  const scenario = scenarios.indexOf(scenarioId);
  const quizzes: AnsweredQuiz[] = [];
  let missing = false;
  for (let person = 0; person < people.length; person += 1) {
    if (scenario < 0 || !isStudent(state, person)) continue;
    const attempt = recorded[countedAttempt(debrief, state, person * scenarios.length + scenario)];
    if (!attempt) continue;
    const answered = attempts.get(attempt[15]);
    if (!answered) missing = true;
    else {
      const { form, scores, chosen } = answered;
      quizzes.push({ attempt: { questionsScore: attempt[8], scores, chosen }, form });
    }
  }
  const columns = quizColumns(
    questionsAt(editions, state),
    quizzes.map(({ form }) => form),
  );
  return { columns, quizzes, missing };
}

/** Points that staff set and excuses replace a result, not what was answered. */
function countedAttempt({ recording }: Debrief, { ruled, best }: DebriefState, cell: number): number {
  const results = ruled.get(cell);
  return results ? (placesOf(recording).get(results.quiz ?? '') ?? NONE) : best[cell]!;
}

const places = new WeakMap<Recording, ReadonlyMap<string, number>>();

/** Returns the indexes of attempts by id, computed once for each recording. */
function placesOf(recording: Recording): ReadonlyMap<string, number> {
  let found = places.get(recording);
  if (!found) {
    found = new Map(recording.attempts.map((attempt, index) => [attempt[15], index]));
    places.set(recording, found);
  }
  return found;
}

function questionsAt(editions: ClassAnswers['editions'], { facts }: DebriefState): readonly Question[] {
  const known = editions.filter(({ edition }) => edition <= (facts.edition ?? Infinity));
  return (known.at(-1) ?? editions[0])?.questions ?? [];
}
