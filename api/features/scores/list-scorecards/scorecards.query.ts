import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { QuestionScorecard, Scorecard } from '../../../contracts/score.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { CatalogueQuery } from '../../catalogue/catalogue.query.js';

/** Which attempts; null means all. `userIds` null: of everybody. */
export interface ScorecardFilter {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
  readonly userId: string | null;
  readonly includeFailed: boolean;
  readonly attempts: 'best' | 'all';
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
  started_at: Date;
  completed_at: Date;
  question_scorecards: QuestionScorecard[];
}

/** The rule of `contracts/best-attempt.rule.ts` as an order. */
const BEST_FIRST = `case when score_card_type = 'Quiz' then questions_score else total_score + questions_score end desc,
  completed_at desc, attempt_id desc`;

const MAX_ROWS = 50_000;

@Injectable()
export class ScorecardsQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly catalogue: CatalogueQuery,
  ) {}

  /** Best per user, class and scenario (late ones left out), or every attempt in the order of completion. */
  async list(filter: ScorecardFilter): Promise<Scorecard[]> {
    const best = filter.attempts === 'best';
    const { rows } = await this.pool.query<AttemptRow>(
      `select ${best ? 'distinct on (session_id, user_id, scenario_id)' : ''} * from read.attempts
       where ($1::uuid is null or session_id = $1) and ($2::uuid is null or organization_id = $2)
         and ($3::uuid is null or campaign_id = $3) and ($4::uuid is null or scenario_id = $4)
         and ($5::uuid is null or user_id = $5) and (passed or $6) and (not late or $7)
       order by ${best ? `session_id, user_id, scenario_id, ${BEST_FIRST}` : 'completed_at, attempt_id'} limit ${MAX_ROWS}`,
      [
        filter.sessionId,
        filter.organizationId,
        filter.campaignId,
        filter.scenarioId,
        filter.userId,
        filter.includeFailed,
        !best,
      ],
    );
    const { byId } = await this.catalogue.current();
    return rows.map((row) => toScorecard(row, byId.get(row.scenario_id)?.scenarioTitle ?? ''));
  }
}

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
  startedAt: toMoment(row.started_at),
  time: toMoment(row.completed_at),
  questionScorecards: row.question_scorecards,
});
