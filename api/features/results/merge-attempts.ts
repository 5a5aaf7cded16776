import type { RowSet } from '../../platform/eventsourcing/row-set.js';
import { OVERLAPPING_SQL } from './attempts.tables.js';
import { FIGURES_TEXT } from './cells.js';
import { FLAG_STORED } from './flag-overlaps.js';

/** SQL of the points by which attempts `c` of a cell are compared, as in `contracts/best-attempt.rule.ts`. */
const SUM = 'round((c.total_score + c.questions_score)::numeric, 3)::float8';
const POINTS = `case when c.score_card_type = 'Quiz' then c.questions_score else ${SUM} end`;
/** Rounded to the second, as shown everywhere. Ids decide between two attempts of one second. */
const COMPLETED = `date_trunc('second', c.completed_at)`;
const CELL = 'c.session_id, c.user_id, c.scenario_id';

/** A row that these statements return. The columns depend on the kind. */
export interface Merged {
  readonly kind: 'review' | 'cell' | 'board' | 'quiz' | 'ruled';
  readonly session_id: string;
  readonly course_id: string;
  readonly user_id: string;
  readonly scenario_id: string;
  readonly campaign_id: string;
  readonly attempt_id: string;
  readonly sequence: string;
}

type Arriving = Pick<RowSet<string>, 'columns' | 'source'>;

const FLAGS = `case when attempt_id in (select attempt_id from overlapping) then flags | ${OVERLAPPING_SQL} else flags end`;

/** Inserts attempts and their classes, and flags overlaps. Attempts of ruled courses are marked. Returns these columns of the new ones. */
const INSERTED = ({ columns, source }: Arriving, returned: string): string => `
  arriving as materialized (select * from ${source} as e), ${FLAG_STORED}, inserted as (
    insert into attempts_v19 (${columns})
    select ${columns.replace(/\bflags\b/, FLAGS)}
    from arriving on conflict do nothing returning ${returned}
  ), of_classes as (
    select i.*, exists (select from course_gradings_v19 g where g.course_id = i.course_id and (g.is_ruled or g.has_decisions)) as ruled
    from inserted i where i.session_id is not null and i.course_id is not null
  ), classes as (
    insert into attempt_classes_v19 (session_id, course_id) select distinct session_id, course_id from of_classes
    on conflict (session_id) do nothing
  )`;

/** Merges attempts `c` of `of_classes` into cells and boards. */
const MERGED = `
  cells as (
    insert into gradebook_v19 as b (session_id, user_id, scenario_id, points, completed_at, attempt_id, level, figures, sequence)
    select ${CELL}, c.points, c.completed, c.attempt_id, c.level, ${FIGURES_TEXT('c')}, c.sequence
    from (
      select distinct on (${CELL}) c.*, ${POINTS} as points, ${COMPLETED} as completed
      from of_classes c where not c.ruled and not c.late
      order by ${CELL}, points desc, completed desc, c.attempt_id desc
    ) c
    on conflict (session_id, user_id, scenario_id) do update
      set points = excluded.points, completed_at = excluded.completed_at, attempt_id = excluded.attempt_id, level = excluded.level,
          figures = excluded.figures, extra = nullif(b.marks, 0)::text, sequence = excluded.sequence
      where b.attempt_id is null
         or (excluded.points, excluded.completed_at, excluded.attempt_id) > (b.points, b.completed_at, b.attempt_id)
    returning session_id
  ), boards as (
    insert into leaderboards_v19 as b (session_id, user_id, scenario_id, campaign_id, course_id, organization_id, score, total_score,
      questions_score, achieved_at, attempt_id, sequence)
    select distinct on (${CELL}) ${CELL}, first_value(c.campaign_id) over (partition by ${CELL} order by c.sequence), c.course_id,
           c.organization_id, ${SUM} as score, c.total_score, c.questions_score, c.completed_at, c.attempt_id, c.sequence
    from of_classes c
    where not c.ruled and not c.late and c.compete and c.passed
      and c.sequence > coalesce((select sequence from leaderboards_cleared_v19), 0)
    order by ${CELL}, score desc, c.completed_at, c.attempt_id
    on conflict (session_id, user_id, scenario_id) do update
      set organization_id = excluded.organization_id, score = excluded.score, total_score = excluded.total_score,
          questions_score = excluded.questions_score, achieved_at = excluded.achieved_at, attempt_id = excluded.attempt_id, sequence = excluded.sequence
      where excluded.score > b.score
         or (excluded.score = b.score and (excluded.achieved_at, excluded.attempt_id) < (b.achieved_at, b.attempt_id))
    returning session_id, user_id, campaign_id
  )`;

/** Columns of attempts that {@link SELECT_OTHERS} needs, and {@link MERGED}. Rows without the others are faster to keep and sort. */
const OTHER_COLUMNS = 'session_id, user_id, scenario_id, course_id, attempt_id, sequence, score_card_type';
const MERGED_COLUMNS = `${OTHER_COLUMNS}, campaign_id, organization_id, compete, passed, late, level, flags, completed_at,
  total_score, max_total_score, questions_score, max_questions_score, correct_questions, graded_questions`;

const SELECT_MERGED = `
  select 'cell' as kind, session_id, null::uuid as course_id, null::uuid as user_id, null::uuid as scenario_id,
         null::uuid as campaign_id, null::uuid as attempt_id, null::bigint as sequence
  from cells group by session_id
  union all select 'board', session_id, null, user_id, null, campaign_id, null, null from boards`;

const SELECT_QUIZZES = `
  select 'quiz', null, null, null, null, null, attempt_id, null from of_classes where score_card_type = 'Quiz' and not ruled`;

const SELECT_OTHERS = `
  select 'review' as kind, session_id, null::uuid as course_id, null::uuid as user_id, null::uuid as scenario_id,
         null::uuid as campaign_id, null::uuid as attempt_id, null::bigint as sequence
  from (select session_id from flagged union select session_id from overlapping) r
  union all select 'ruled', session_id, course_id, user_id, scenario_id, null, attempt_id, sequence from of_classes where ruled`;

/**
 * Returns SQL that inserts attempts and merges the new ones into cells and boards, in one statement. It returns the classes of changed
 * cells, the changed results of boards, and the new attempts of quizzes. Attempts of ruled courses are returned only: their results
 * follow from the rules of `contracts`.
 *
 * A better attempt leaves the result in its campaign, also after a catalogue moved the scenario.
 *
 * An attempt is better with more points (a quiz counts its questions only), then if it is later, then if its id is greater. On boards, a
 * later attempt with equal points changes nothing. A set-aside attempt leaves its mark on the later results of its cell. These rules of
 * `contracts/grading.rule.ts` are repeated in SQL, because it compares rows.
 */
export const MERGE_ATTEMPTS = (arriving: Arriving): string =>
  `with ${INSERTED(arriving, MERGED_COLUMNS)}, ${MERGED} ${SELECT_MERGED} union all ${SELECT_QUIZZES} union all ${SELECT_OTHERS}`;

/** Like {@link MERGE_ATTEMPTS}, but instead of merging only records which scenarios of which classes have attempts to merge. */
export const INSERT_ATTEMPTS = (arriving: Arriving): string => `
  with ${INSERTED(arriving, OTHER_COLUMNS)}, unmerged as (
    insert into unmerged_attempts_v19 as u (session_id, scenario_id, sequence, attempts)
    select session_id, scenario_id, min(sequence), count(*) from of_classes where not ruled group by session_id, scenario_id
    on conflict (session_id, scenario_id) do update set attempts = u.attempts + excluded.attempts
  ) ${SELECT_OTHERS}`;

/** SQL that merges the stored attempts of scenarios of classes, from a sequence on: $1, $2, $3. */
export const MERGE_STORED = `
  with of_classes as (
    select a.*, false as ruled
    from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as e (session_id, scenario_id, sequence)
      cross join lateral (
        select ${MERGED_COLUMNS} from attempts_v19 a where a.session_id = e.session_id and a.scenario_id = e.scenario_id
        and a.sequence >= e.sequence and a.course_id is not null offset 0) a
  ), ${MERGED} select 1`;
