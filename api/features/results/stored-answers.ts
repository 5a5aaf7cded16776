import type { QuestionScorecard } from '../../contracts/score.contract.js';
import type { ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { toCards } from '../answered-forms/answered-form.query.js';

const SELECT = `
  select a.attempt_id, a.answers, a.free_text, f.questions from attempts_v19 a join attempt_forms_v19 f using (form_id)
  where a.attempt_id = any ($1::uuid[])`;

interface Row {
  readonly attempt_id: string;
  readonly answers: string;
  readonly free_text: string | null;
  readonly questions: string;
}

/** The answers of an attempt as they were scored when it arrived. */
export interface StoredAnswers {
  readonly cards: readonly QuestionScorecard[];
  readonly freeText: string | undefined;
}

/** Reads the answers of attempts. Returns them by attempt id. */
export async function answersOf(
  client: ProjectionClient,
  attempts: readonly { readonly attemptId: string }[],
): Promise<(attemptId: string) => StoredAnswers> {
  if (attempts.length === 0) return () => ({ cards: [], freeText: undefined });
  const { rows } = await client.query<Row>(SELECT, [attempts.map(({ attemptId }) => attemptId)]);
  const found = new Map(rows.map((row) => [row.attempt_id, row]));
  return (attemptId) => {
    const { questions, answers, free_text: freeText } = found.get(attemptId)!;
    return { cards: toCards(questions, answers), freeText: freeText ?? undefined };
  };
}
