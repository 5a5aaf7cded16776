import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type {
  LeaderboardListing,
  LeaderboardListings,
  LeaderboardListingsQuery,
} from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { ALL_CAMPAIGNS } from '../all-campaigns.query.js';

interface ListingRow {
  session_id: string;
  session_name: string;
  course_id: string;
  course_name: string;
  organization_name: string | null;
  started_at: Date;
  ended_at: Date | null;
  frozen_at: Date | null;
  players: number;
  leader_name: string | null;
  leader_score: number | null;
  last_result_at: Date | null;
}

/** SQL of the started classes, whether or not a job has recorded the start. $1 is the search text for their names. */
const FOUND = `
  with found as (
    select k.session_id, k.name as session_name, c.course_id, c.name as course_name, o.name as organization_name,
           coalesce(k.started_at, k.scheduled_start) as started_at,
           coalesce(k.ended_at, case when k.scheduled_end <= now() then k.scheduled_end end) as ended_at
    from read.classes k join read.courses c using (course_id) left join read.organizations o on o.id = c.organization_id
    where coalesce(k.started_at, k.scheduled_start) <= now()
      and ($1 = '' or position(lower($1) in lower(concat_ws(E'\\n', k.name, c.name, o.name))) > 0)
  )`;

/** Selects one page. The details of a board are read only for the boards of the page. */
const SELECT_PAGE = `${FOUND}
  select f.*, z.frozen_at, players.count as players, leader.username as leader_name, leader.score as leader_score,
         players.last_result_at
  from (select * from found order by started_at desc, session_id limit $2 offset $3) f
  left join read.leaderboard_freezes z using (session_id)
  cross join lateral (
    select count(*)::integer as count, max(t.achieved_at) as last_result_at
    from read.leaderboard_totals t join read.people p on p.id = t.user_id and p.enabled
      join read.rosters r on r.session_id = f.session_id and r.user_id = t.user_id and r.removed_at is null
    where t.session_id = f.session_id and t.campaign_id = '${ALL_CAMPAIGNS}') players
  left join lateral (
    select p.username, t.score from read.leaderboard_totals t
      cross join lateral (select username from read.people p where p.id = t.user_id and p.enabled and exists (
        select from read.rosters r where r.session_id = f.session_id and r.user_id = t.user_id and r.removed_at is null) offset 0) p
    where t.session_id = f.session_id and t.campaign_id = '${ALL_CAMPAIGNS}'
    order by -t.score, t.achieved_at, t.user_id limit 1) leader on true
  order by f.started_at desc, f.session_id`;

@Injectable()
export class BoardsQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Lists the boards, newest class first. */
  async list({ search, limit, offset }: LeaderboardListingsQuery): Promise<LeaderboardListings> {
    const [page, about] = await Promise.all([
      this.pool.query<ListingRow>({ name: 'boards', text: SELECT_PAGE, values: [search, limit, offset] }),
      this.pool.query<{ total: number; cleared_at: Date | null }>({
        name: 'boards-about',
        text: `${FOUND} select (select count(*)::integer from found) as total,
                 (select cleared_at from read.leaderboards_cleared) as cleared_at`,
        values: [search],
      }),
    ]);
    const { total, cleared_at } = about.rows[0]!;
    return { boards: page.rows.map(toListing), total, clearedAt: cleared_at && toMoment(cleared_at) };
  }
}

const toListing = (row: ListingRow): LeaderboardListing => ({
  sessionId: row.session_id,
  sessionName: row.session_name,
  courseId: row.course_id,
  courseName: row.course_name,
  organizationName: row.organization_name,
  startDate: toMoment(row.started_at),
  endDate: row.ended_at && toMoment(row.ended_at),
  frozenAt: row.frozen_at && toMoment(row.frozen_at),
  players: row.players,
  leader: row.leader_name === null ? null : { userName: row.leader_name, score: row.leader_score! },
  lastResultAt: row.last_result_at && toMoment(row.last_result_at),
});
