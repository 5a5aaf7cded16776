import { Inject, Injectable } from '@nestjs/common';
import type { Scorecard } from '../../../contracts/score.contract.js';
import { withFreeText } from '../../../contracts/free-text.rule.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import type { AccessibleAttempts } from '../attempts-access.policy.js';
import {
  type AttemptRow,
  BEST_FIRST,
  CELL,
  COUNTED,
  IN_SCOPE,
  SHOWN_RESULT,
  toScorecard,
  valuesOf,
} from '../attempts-in-scope.js';
import { COUNTED_ATTEMPT, PASSED_ATTEMPT, SET_FIGURES } from '../../grades/counted-attempts.query.js';
import { QuestionCardsQuery } from '../../answered-forms/question-cards.query.js';

/** A page of scorecards. */
export interface ScorecardPage {
  /** True for late attempts only, false for the others only, null for both. */
  readonly late: boolean | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page of scorecards, and the total of all pages. */
export interface Scorecards {
  readonly scorecards: Scorecard[];
  readonly total: number;
}

const MATCHING = `from read.attempts where ${IN_SCOPE} and ${COUNTED} and ($8::boolean is null or late = $8)`;
const RESULTS = `from (
  select distinct on (${CELL}) * ${MATCHING} order by ${CELL}, ${BEST_FIRST}) attempts where ${SHOWN_RESULT}`;

@Injectable()
export class ScorecardsQuery {
  constructor(
    @Inject(REPLICA_READS) private readonly reads: Reads,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly cards: QuestionCardsQuery,
  ) {}

  /** Returns the result per user, class and scenario (docs/rules.md#reading-scores), or every attempt in order of completion. */
  async list({ filter, session, seesAllStudents }: AccessibleAttempts, page: ScorecardPage): Promise<Scorecards> {
    const { limit, offset } = page;
    const best = filter.attempts === 'best';
    const values = [...valuesOf(filter), page.late];
    const { rows } = await this.reads.query<AttemptRow>(
      `select *, ${COUNTED_ATTEMPT} as counted, ${PASSED_ATTEMPT} as is_passed, ${best ? SET_FIGURES : 'null'} as set_figures
       ${best ? RESULTS : MATCHING}
       order by ${best ? CELL : 'completed_at, attempt_id'} limit $9 offset $10`,
      [...values, limit, offset],
    );
    const [titles, cards] = await Promise.all([
      this.catalogue.titles(
        session,
        rows.map((row) => row.scenario_id),
      ),
      this.cards.of(rows),
    ]);
    return {
      scorecards: rows.map((row, index) => {
        const answered = withFreeText(cards[index]!, row.free_text);
        return toScorecard(row, answered, titles.get(row.scenario_id) ?? '', seesAllStudents);
      }),
      total: isLastPage(rows.length, page) ? offset + rows.length : await this.count(best, values),
    };
  }

  private async count(best: boolean, values: unknown[]): Promise<number> {
    const { rows } = await this.reads.query<{ total: number }>(
      `select count(*)::integer as total ${best ? RESULTS : MATCHING}`,
      values,
    );
    return rows[0]!.total;
  }
}

const isLastPage = (length: number, { limit, offset }: ScorecardPage): boolean =>
  length < limit && (length > 0 || offset === 0);
