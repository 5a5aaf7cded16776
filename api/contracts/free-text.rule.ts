import type { QuestionScorecard } from './score.contract.js';

/** What answers hold in place of a text that a player typed; the texts are kept apart, because they may be personal. */
export const FREE_TEXT = '[free text]';
/** Shown for a typed text whose player was erased. */
export const ERASED_TEXT = '[erased]';

/** Writes typed texts in the order of their placeholders; undefined when there are none. */
export const writeFreeText = (texts: readonly string[]): string | undefined =>
  texts.length > 0 ? JSON.stringify(texts) : undefined;

/** Returns one typed text per call, in the order of the placeholders; {@link ERASED_TEXT} when they cannot be read any more. */
export function readFreeText(freeText: string): () => string {
  const texts = parse(freeText);
  let next = 0;
  return () => {
    const text = texts[next++];
    return typeof text === 'string' ? text : ERASED_TEXT;
  };
}

/** The question cards of an attempt with the typed texts in place of their placeholders. */
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

/** An answer with the next text, if it is a placeholder. */
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
