import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { QuestionScorecard, Scorecard } from '../../../contracts/score.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { CatalogueQuery } from '../../catalogue/catalogue.query.js';

/** Which attempts; null means all. */
export interface ScorecardFilter {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
  readonly userId: string | null;
  readonly includeFailed: boolean;
  readonly attempts: 'best' | 'all';
  readonly limit: number;
  readonly offset: number;
}

interface AttemptRow {
  attempt_id: string;
  user_id: string;
  session_id: string | null;
  scenario_id: string;
  score_card_type: 'Default' | 'Quiz';
  total_score: number;
  questions_score: number;
  max_total_score: number;
  max_questions_score: number;
  passed: boolean;
  late: boolean;
  too_fast: boolean;
  started_at: Date;
  completed_at: Date;
  question_scorecards: QuestionScorecard[];
}

/** One page, and how many there are on all of them. */
export interface Scorecards {
  readonly scorecards: Scorecard[];
  readonly total: number;
}

/** The rule of `contracts/best-attempt.rule.ts` as an order. */
const BEST_FIRST = `
  case when score_card_type = 'Quiz' then questions_score::numeric else total_score::numeric + questions_score::numeric end desc,
  date_trunc('second', completed_at) desc, attempt_id desc`;

const CELL = 'session_id, user_id, scenario_id';

const MATCHING = `
  from read.attempts
  where ($1::uuid is null or session_id = $1) and ($2::uuid is null or organization_id = $2)
    and ($3::uuid is null or campaign_id = $3) and ($4::uuid is null or scenario_id = $4)
    and ($5::uuid is null or user_id = $5) and (passed or $6) and (not late or $7)`;

@Injectable()
export class ScorecardsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly catalogue: CatalogueQuery,
  ) {}

  /** Best per user, class and scenario (late ones left out), or every attempt in the order of completion. */
  async list(filter: ScorecardFilter): Promise<Scorecards> {
    const { limit, offset } = filter;
    const best = filter.attempts === 'best';
    const values = [
      filter.sessionId,
      filter.organizationId,
      filter.campaignId,
      filter.scenarioId,
      filter.userId,
      filter.includeFailed,
      !best,
    ];
    const { rows } = await this.pool.query<AttemptRow>(
      `select ${best ? `distinct on (${CELL})` : ''} * ${MATCHING}
       order by ${best ? `${CELL}, ${BEST_FIRST}` : 'completed_at, attempt_id'} limit $8 offset $9`,
      [...values, limit, offset],
    );
    const { byId } = await this.catalogue.current();
    return {
      scorecards: rows.map((row) => toScorecard(row, byId.get(row.scenario_id)?.scenarioTitle ?? '')),
      total: isLastPage(rows.length, filter) ? offset + rows.length : await this.count(best, values),
    };
  }

  private async count(best: boolean, values: unknown[]): Promise<number> {
    const { rows } = await this.pool.query<{ total: number }>(
      `select count(*)::integer as total from (select ${best ? `distinct ${CELL}` : '1'} ${MATCHING}) as found`,
      values,
    );
    return rows[0]!.total;
  }
}

const isLastPage = (length: number, { limit, offset }: ScorecardFilter): boolean =>
  length < limit && (length > 0 || offset === 0);

const toScorecard = (row: AttemptRow, scenarioName: string): Scorecard => ({
  attemptId: row.attempt_id,
  userId: row.user_id,
  sessionId: row.session_id,
  scenarioId: row.scenario_id,
  scenarioName,
  scoreCardType: row.score_card_type,
  totalScore: row.total_score,
  questionsScore: row.questions_score,
  maxTotalScore: row.max_total_score,
  maxQuestionsScore: row.max_questions_score,
  passed: row.passed,
  late: row.late,
  tooFast: row.too_fast,
  startedAt: toMoment(row.started_at),
  time: toMoment(row.completed_at),
  questionScorecards: row.question_scorecards,
});
