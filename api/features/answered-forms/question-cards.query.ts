import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { QuestionScorecard } from '../../contracts/score.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { toCards } from './answered-form.query.js';

/** The columns of `read.attempts` with the answers of an attempt. */
export interface AnswersRow {
  form_id: string;
  answers: string;
}

/**
 * Reads the question cards of attempts. Forms are never changed, so they need not be read in the same statement. They are read from the
 * primary, which has every form of an attempt that any replica has.
 */
@Injectable()
export class QuestionCardsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the cards of each attempt, with placeholders for typed texts. */
  async of(attempts: readonly AnswersRow[]): Promise<QuestionScorecard[][]> {
    const { rows } = await this.pool.query<{ form_id: string; questions: string }>(
      'select form_id, questions from read.attempt_forms where form_id = any ($1::uuid[])',
      [[...new Set(attempts.map((attempt) => attempt.form_id))]],
    );
    const forms = new Map(rows.map(({ form_id, questions }) => [form_id, questions]));
    return attempts.map(({ form_id, answers }) => toCards(forms.get(form_id)!, answers));
  }
}
