import { Inject, Injectable } from '@nestjs/common';
import { leastRankOf } from '../../../contracts/effective-result.rule.js';
import {
  type CountingPreview,
  MAX_PREVIEWED_PLACES,
  type PlaceChange,
  type ResultsThatCount,
} from '../../../contracts/grades.contract.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { isCountedSql } from '../counted-attempts.query.js';

const NOW = '(select s.least_level from read.grade_settings s where s.course_id = $1)';
const THEN = '$2::smallint';
const CELL = 'session_id, user_id, scenario_id';
const ON_ROSTER = `exists (
  select from read.rosters r where r.session_id = c.session_id and r.user_id = c.user_id and r.removed_at is null)`;

/** The attempts of the course in the first parameter. */
const OF_COURSE =
  '(select a.* from read.attempt_classes k join read.attempts a using (session_id, course_id) where k.course_id = $1)';

/** SQL of the attempts that count in the gradebooks of a course. */
const cells = (leastLevel: string): string => `
  select distinct on (${CELL}) ${CELL}, attempt_id from ${OF_COURSE} c
  where c.course_id = $1 and ${isCountedSql(leastLevel)} and ${ON_ROSTER}
  order by ${CELL}, case when score_card_type = 'Quiz' then questions_score else total_score + questions_score end desc,
    date_trunc('second', completed_at) desc, attempt_id desc`;

/** Counts the cells with another attempt than before. */
const SELECT_CELLS = `
  with before as (${cells(NOW)}), after as (${cells(THEN)})
  select count(*) filter (where after.attempt_id is null)::integer as lost,
         count(*) filter (where before.attempt_id is null)::integer as gained,
         count(*) filter (where before.attempt_id <> after.attempt_id)::integer as changed
  from before full join after using (${CELL})`;

/** SQL of the places on the boards over all campaigns, by the same sums and order as `leaderboards/merge-scores.ts`. */
const places = (leastLevel: string): string => `
  select t.session_id, t.user_id, (row_number() over (
    partition by t.session_id order by -t.score, t.achieved_at, t.user_id))::integer as place
  from (
    select b.session_id, b.user_id, round(sum(b.score)::numeric, 3)::float8 as score,
           coalesce(max(b.achieved_at) filter (where b.score > 0), min(b.achieved_at)) as achieved_at
    from (
      select distinct on (${CELL}) ${CELL}, total_score + questions_score as score, completed_at as achieved_at from ${OF_COURSE} c
      where c.course_id = $1 and c.compete and c.passed and ${isCountedSql(leastLevel)} and ${ON_ROSTER}
        and c.sequence > coalesce((select cleared.sequence from read.leaderboards_cleared cleared), 0)
      order by ${CELL}, score desc, achieved_at, attempt_id) b
    group by b.session_id, b.user_id) t
  join read.people p on p.id = t.user_id and p.enabled`;

/** Selects the students whose place changes, the best of both places first. */
const SELECT_PLACES = `
  with before as (${places(NOW)}), after as (${places(THEN)})
  select session_id as "sessionId", k.name as "sessionName", user_id as "userId", p.username,
         before.place as "from", after.place as "to", count(*) over ()::integer as total
  from before full join after using (session_id, user_id)
    join read.classes k using (session_id) join read.people p on p.id = user_id
  where before.place is distinct from after.place
  order by least(before.place, after.place), k.started_at desc, p.username, user_id limit ${MAX_PREVIEWED_PLACES}`;

type CellsRow = Pick<CountingPreview, 'lost' | 'gained' | 'changed'>;

/** Computes what changes when other results count in a course. */
@Injectable()
export class PreviewCountingQuery {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  async read(courseId: string, count: ResultsThatCount): Promise<CountingPreview> {
    const values = [courseId, leastRankOf(count)];
    const [changes, moved] = await Promise.all([
      this.reads.query<CellsRow>(SELECT_CELLS, values),
      this.reads.query<PlaceChange & { total: number }>(SELECT_PLACES, values),
    ]);
    return {
      ...changes.rows[0]!,
      placesTotal: moved.rows[0]?.total ?? 0,
      places: moved.rows.map(({ total: _total, ...place }) => place),
    };
  }
}
