import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { LeaderboardEntry } from '../../contracts/leaderboard.contract.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { ReadModelPlace } from '../../platform/eventsourcing/projecting/read-model-place.js';

/** What is ranked. Null means all: classes, organizations, campaigns, scenarios. */
export interface BoardFilter {
  readonly sessionId: string | null;
  readonly organizationId: string | null;
  readonly campaignId: string | null;
  readonly scenarioId: string | null;
}

export interface Board {
  readonly topScores: LeaderboardEntry[];
  readonly me: LeaderboardEntry | null;
  readonly sequence: number;
  readonly generation: number;
}

const LEADERBOARD_PROJECTIONS = ['leaderboards', 'people'];

/**
 * Ranks by the sum of each student's best passed attempt per scenario (over several classes: the best of them); ties go to
 * who achieved it earlier (sums are exact decimals, so a tie is one), and attempts without points never move that moment. Disabled people are left out.
 */
const SELECT_BOARD = `
  with best as (
    select distinct on (user_id, scenario_id) * from read.leaderboards
    where ($1::uuid is null or session_id = $1) and ($2::uuid is null or organization_id = $2)
      and ($3::uuid is null or campaign_id = $3) and ($4::uuid is null or scenario_id = $4)
    order by user_id, scenario_id, score desc, achieved_at, attempt_id
  ), sums as (
    select user_id, sum(score::numeric) as score, sum(total_score::numeric) as total_score,
           sum(questions_score::numeric) as questions_score,
           count(*)::integer as scenarios_passed,
           coalesce(max(achieved_at) filter (where score > 0), min(achieved_at)) as achieved_at
    from best group by user_id
  ), ranked as (
    select s.*, p.username, p.organization_id,
           row_number() over (order by s.score desc, s.achieved_at, s.user_id)::integer as rank
    from sums s join read.people p on p.id = s.user_id where p.enabled
  )
  select r.rank, r.user_id, r.username, o.name as organization_name, r.score::float8,
         r.total_score::float8, r.questions_score::float8, r.scenarios_passed, r.achieved_at
  from ranked r left join read.organizations o on o.id = r.organization_id
  where r.rank <= $5 or r.user_id = $6
  order by r.rank`;

interface BoardRow {
  rank: number;
  user_id: string;
  username: string;
  organization_name: string | null;
  score: number;
  total_score: number;
  questions_score: number;
  scenarios_passed: number;
  achieved_at: Date;
}

@Injectable()
export class LeaderboardQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly place: ReadModelPlace,
  ) {}

  /** The first `limit` places and that of `userId`; organization names only when `withOrganizations`. */
  async read(filter: BoardFilter, limit: number, userId: string | null, withOrganizations: boolean): Promise<Board> {
    const place = await this.place.read(LEADERBOARD_PROJECTIONS);
    const { sessionId, organizationId, campaignId, scenarioId } = filter;
    const { rows } = await this.pool.query<BoardRow>({
      name: 'leaderboard',
      text: SELECT_BOARD,
      values: [sessionId, organizationId, campaignId, scenarioId, limit, userId],
    });
    const entries = rows.map((row) => toEntry(row, withOrganizations));
    return {
      topScores: entries.filter((entry) => entry.rank <= limit),
      me: entries.find((entry) => entry.userId === userId) ?? null,
      ...place,
    };
  }
}

const toEntry = (row: BoardRow, withOrganization: boolean): LeaderboardEntry => ({
  rank: row.rank,
  userId: row.user_id,
  userName: row.username,
  organizationName: withOrganization ? row.organization_name : null,
  score: row.score,
  totalScore: row.total_score,
  questionsScore: row.questions_score,
  scenariosPassed: row.scenarios_passed,
  achievedAt: toMoment(row.achieved_at),
});
