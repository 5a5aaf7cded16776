import type { Question, Scenario } from '../../contracts/catalogue.contract.js';
import { FREE_TEXT, writeFreeText } from '../../contracts/free-text.rule.js';
import { roundPoints } from '../../contracts/points.rule.js';
import type { QuestionScorecard, SubmitScoreRequest } from '../../contracts/score.contract.js';

/** Number of answers that an attempt may contain beyond those listed for its question, for example a text field. */
const SPARE_ANSWERS = 2;
/** Number of characters of answers beyond those listed for the question. */
const SPARE_CHARACTERS = 500;
/** Maximum size of the question cards, in characters of JSON, for a scenario whose catalogue entry lists no questions. */
const MOST_UNLISTED_CHARACTERS = { Default: 4_000, Quiz: 16_000 } as const;
const SHOWN_CHARACTERS = 60;
const MOST_MESSAGES = 20;

type Attempt = Pick<SubmitScoreRequest, 'questionsScore' | 'questionScorecards'>;

export interface CheckedCards {
  /** Messages by PascalCase field; empty when the cards fit the scenario. */
  readonly errors: Record<string, string[]>;
  /** The cards to store. They contain the texts of the catalogue, and placeholders for texts that it does not list. */
  readonly cards: QuestionScorecard[];
  /** The text that the player typed, see `free-text.rule.ts`. Undefined when there is none. */
  readonly freeText: string | undefined;
  /** False when a question has full marks for other options than the correct ones. */
  readonly followsFromAnswers: boolean;
}

/** Checks the question cards of an attempt against the scenario of one edition: questions, maxima, sum and size. */
export function checkCards(attempt: Attempt, scenario: Scenario): CheckedCards {
  return scenario.questions.length > 0 ? checkListed(attempt, scenario) : checkUnlisted(attempt, scenario);
}

function checkListed({ questionsScore, questionScorecards }: Attempt, scenario: Scenario): CheckedCards {
  const listed = questionsByText(scenario);
  const used = new Set<Question>();
  const messages: string[] = [];
  const typed: string[] = [];
  let followsFromAnswers = true;
  const cards = questionScorecards.map((card) => {
    const text = card.questionText.trim();
    const candidates = listed.get(text)?.filter((each) => !used.has(each)) ?? [];
    const question = candidates.find((each) => maximumOf(each) === maximumOf(card)) ?? candidates[0];
    if (question) used.add(question);
    if (question && isUnearned(card, question)) followsFromAnswers = false;
    const message = messageOf(card, question);
    if (message && messages.length < MOST_MESSAGES) messages.push(`"${shortened(text)}" ${message}`);
    return storedCard(card, question, typed);
  });
  const sum = roundPoints(questionScorecards.reduce((points, { score }) => points + score, 0));
  const errors: Record<string, string[]> = messages.length > 0 ? { QuestionScorecards: messages } : {};
  if (sum !== questionsScore) errors['QuestionsScore'] = [`Must be ${sum}, the sum of the question scores.`];
  return { errors, cards, freeText: writeFreeText(typed), followsFromAnswers };
}

function messageOf(card: QuestionScorecard, question: Question | undefined): string | null {
  if (!question) return 'is not a question of this scenario, or appears more often than in it.';
  const maximum = maximumOf(question);
  if (maximumOf(card) !== maximum) return `must have the maximum ${maximum}.`;
  if (card.score > maximum) return `must score ${maximum} or less.`;
  const { answerScorecards } = card;
  if (answerScorecards.length > question.answers.length + SPARE_ANSWERS) return 'has too many answers.';
  return charactersOf(answerScorecards) > charactersOf(question.answers) + SPARE_CHARACTERS
    ? 'has answers that are too long.'
    : null;
}

/**
 * True for full marks although other options were chosen than the correct ones. Fewer points are accepted, because builds may
 * give points for a part. Questions with answers that the catalogue does not list cannot be checked.
 */
function isUnearned({ score, answerScorecards }: QuestionScorecard, question: Question): boolean {
  const maximum = maximumOf(question);
  if (maximum === 0 || score < maximum || !question.answers.some(({ correct }) => correct)) return false;
  const correct = new Map(question.answers.map((answer) => [answer.answerText.trim(), answer.correct]));
  if (answerScorecards.some(({ answerText }) => !correct.has(answerText.trim()))) return false;
  const chosen = new Set(answerScorecards.flatMap((each) => (each.answered ? [each.answerText.trim()] : [])));
  return [...correct].some(([text, isCorrect]) => isCorrect !== chosen.has(text));
}

function checkUnlisted({ questionScorecards }: Attempt, { scenarioType }: Scenario): CheckedCards {
  if (questionScorecards.length === 0)
    return { errors: {}, cards: questionScorecards, freeText: undefined, followsFromAnswers: true };
  const typed: string[] = [];
  const cards = questionScorecards.map((card) => storedCard(card, undefined, typed));
  const message = unlistedMessage(questionScorecards, MOST_UNLISTED_CHARACTERS[scenarioType]);
  const errors: Record<string, string[]> = message ? { QuestionScorecards: [message] } : {};
  return { errors, cards, freeText: writeFreeText(typed), followsFromAnswers: true };
}

function unlistedMessage(cards: readonly QuestionScorecard[], most: number): string | null {
  const above = cards.find(({ score, maxScore }) => maxScore !== null && score > maxScore);
  if (above) return `Must be ${above.maxScore} or less.`;
  return JSON.stringify(cards).length > most ? `Must be ${most} characters of JSON or less for this scenario.` : null;
}

/** Moves texts that the catalogue does not list to `typed`. */
function storedCard(card: QuestionScorecard, question: Question | undefined, typed: string[]): QuestionScorecard {
  const answerScorecards = card.answerScorecards.map((answer) => {
    const text = answer.answerText.trim();
    const listed = question?.answers.find(({ answerText }) => answerText.trim() === text)?.answerText ?? '';
    if (listed === FREE_TEXT || (listed === '' && text !== '')) {
      typed.push(answer.answerText);
      return { ...answer, answerText: FREE_TEXT };
    }
    return { ...answer, answerText: listed };
  });
  return { ...card, questionText: question?.questionText ?? card.questionText, answerScorecards };
}

const byText = new WeakMap<Scenario, ReadonlyMap<string, readonly Question[]>>();

/** Groups the questions of a scenario by text. The result is cached, because editions stay in memory while attempts arrive. */
function questionsByText(scenario: Scenario): ReadonlyMap<string, readonly Question[]> {
  let found = byText.get(scenario);
  if (!found) {
    const grouped = new Map<string, Question[]>();
    for (const question of scenario.questions) {
      const text = question.questionText.trim();
      grouped.set(text, [...(grouped.get(text) ?? []), question]);
    }
    found = grouped;
    byText.set(scenario, found);
  }
  return found;
}

/** Returns the maximum points of a question. A question without a maximum gives no points. */
const maximumOf = ({ maxScore }: Pick<Question, 'maxScore'>): number => maxScore ?? 0;

const charactersOf = (answers: readonly { answerText: string }[]): number =>
  answers.reduce((characters, { answerText }) => characters + answerText.length, 0);

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
