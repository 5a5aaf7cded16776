import type { QuestionScorecard } from './score.contract.js';

/** Placeholder in answers for a text that a player typed. Typed texts are stored separately, because they may be personal data. */
export const FREE_TEXT = '[free text]';
/** Shown in place of a typed text when its player was erased. */
export const ERASED_TEXT = '[erased]';

/** Serializes typed texts in the order of their placeholders. Undefined when there are none. */
export const writeFreeText = (texts: readonly string[]): string | undefined =>
  texts.length > 0 ? JSON.stringify(texts) : undefined;

/** Creates a function that returns one typed text per call, in order. Returns {@link ERASED_TEXT} for unreadable texts. */
export function readFreeText(freeText: string): () => string {
  const texts = parse(freeText);
  let next = 0;
  return () => {
    const text = texts[next++];
    return typeof text === 'string' ? text : ERASED_TEXT;
  };
}

/** Returns the question cards of an attempt with placeholders replaced by the typed texts. */
export function withFreeText(
  cards: readonly QuestionScorecard[],
  freeText: string | null | undefined,
): QuestionScorecard[] {
  if (freeText === null || freeText === undefined) return [...cards];
  const next = readFreeText(freeText);
  return cards.map((card) => ({
    ...card,
    answerScorecards: card.answerScorecards.map((each) => withText(each, next)),
  }));
}

/** Returns the answer with the next text when it is a placeholder. */
export const withText = <Answer extends { answerText: string }>(answer: Answer, next: () => string): Answer =>
  answer.answerText === FREE_TEXT ? { ...answer, answerText: next() } : answer;

function parse(freeText: string): readonly unknown[] {
  try {
    const texts: unknown = JSON.parse(freeText);
    return Array.isArray(texts) ? texts : [];
  } catch {
    return [];
  }
}
