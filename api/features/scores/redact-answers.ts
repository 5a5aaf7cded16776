import type { Scenario } from '../../contracts/catalogue.contract.js';
import { ERASED, isEncrypted } from '../../platform/eventsourcing/personal-data.js';
import type { RedactionRule } from '../../platform/eventsourcing/redacting.js';
import type { ScoreSubmitted } from './score.events.js';

/** Read models that contain the answers of attempts. */
export const READ_MODELS_WITH_ANSWERS = ['attempts'] as const;

/**
 * Removes what a person typed from the attempts that older versions recorded in clear text. An answer is kept only if some
 * edition of the catalogue offers it for that question. Scores stay unchanged.
 * @param editions the scenarios of every published edition
 */
export function answerRedaction(editions: readonly (readonly Scenario[])[]): RedactionRule {
  const offered = new Set(editions.flat().flatMap(answersOf));
  return {
    type: 'ScoreSubmitted',
    subject: 'userId',
    redact: (data) => (isEncrypted(data) ? null : redact(data as ScoreSubmitted['data'], offered)),
  };
}

function redact(data: ScoreSubmitted['data'], offered: ReadonlySet<string>): object | null {
  let changed = false;
  const textOf = (questionText: string, answerText: string): string => {
    if (answerText === ERASED || offered.has(keyOf(data.scenarioId, questionText, answerText))) return answerText;
    changed = true;
    return ERASED;
  };
  const questionScorecards = data.questionScorecards.map((question) => ({
    ...question,
    answerScorecards: question.answerScorecards.map((answer) => ({
      ...answer,
      answerText: textOf(question.questionText, answer.answerText),
    })),
  }));
  return changed ? { ...data, questionScorecards } : null;
}

const answersOf = ({ scenarioId, questions }: Scenario): string[] =>
  questions.flatMap(({ questionText, answers }) =>
    answers.map(({ answerText }) => keyOf(scenarioId, questionText, answerText)),
  );

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
