import { Inject, Injectable } from '@nestjs/common';
import { POOL } from '../../../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import type { BoardSource } from './board-source.js';
import { DisabledStudentsCache } from './disabled-students.cache.js';

/** A row of a board with the name that staff sees. */
export interface BoardRow {
  readonly rank: number;
  readonly user_id: string;
  readonly username: string;
  /** First and last name, for staff only. */
  readonly person_name: string;
  readonly organization_name: string | null;
  readonly score: number;
  readonly total_score: number;
  readonly questions_score: number;
  readonly scenarios_passed: number;
  readonly achieved_at: Date;
  /** 1: a course of these results uses aliases. 2: a course is anonymous. */
  readonly hidden: number;
}

export interface Board {
  readonly top: readonly BoardRow[];
  /** The rank of the given user with its neighbours. Empty when the user is among the top ranks or has no rank. */
  readonly around: readonly BoardRow[];
  readonly sequence: number;
  readonly generation: number;
}

const LEADERBOARD_PROJECTIONS = ['attempts', 'people', 'rosters'];
const NEIGHBOURS = 2;

/**
 * SQL that joins the student. Disabled students and those who left the class have no rank. The lookup is per row, so that
 * the cost of the first ranks does not grow with the board.
 */
const person = ({ ofClass }: BoardSource): string => `cross join lateral (
  select p.username, concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')) as person_name, (select o.name from read.organizations o where o.id = p.organization_id) as organization_name
  from read.people p where p.id = b.user_id and p.enabled ${ofClass ? `and exists (${ON_ROSTER})` : ''} offset 0) p`;
const ON_ROSTER =
  'select from read.rosters r where r.session_id = $1 and r.user_id = b.user_id and r.removed_at is null';

/** SQL of the students without a rank. For a class, the disabled students are passed as a parameter. */
const isDisabledUser = ({ ofClass, values }: BoardSource): string =>
  ofClass
    ? `select user_id from read.rosters where session_id = $1 and removed_at is not null
       union select unnest($${values.length + 2}::uuid[])`
    : 'select b.user_id from board b join read.people p on p.id = b.user_id where not p.enabled';

const ORDER = '-b.score, b.achieved_at, b.user_id';
const REVERSED = '-b.score desc, b.achieved_at desc, b.user_id desc';
const HERE = '(-m.score, m.achieved_at, m.user_id)';

/** Selects the rows by score. The earlier achievement wins a tie. */
const selectTop = (source: BoardSource): string => `
  with ${source.cte}
  select b.*, p.* from board b ${person(source)} order by ${ORDER}
  limit $${source.values.length + 1} offset $${source.values.length + 2}`;

/**
 * Selects a rank and its neighbours. The rank is the number of rows before it, less those of students without a rank, who
 * are few.
 */
const selectAround = (source: BoardSource): string => `
  with ${source.cte}, mine as (select b.*, p.* from board b ${person(source)} where b.user_id = $${source.values.length + 1}),
  before as (
    select (select count(*) from board b, mine m where (${ORDER}) < ${HERE})
         - (select count(*) from mine m, (${isDisabledUser(source)} offset 0) gone cross join lateral (
              select from board b where b.user_id = gone.user_id and (${ORDER}) < ${HERE} offset 0) b) as count
  )
  select near.*, (before.count + 1 + near.step)::integer as rank from before cross join (
    select -row_number() over () as step, a.* from mine m cross join lateral (
      select b.*, p.* from board b ${person(source)} where (${ORDER}) < ${HERE} order by ${REVERSED} limit ${NEIGHBOURS}) a
    union all select 0, m.* from mine m
    union all select row_number() over () as step, a.* from mine m cross join lateral (
      select b.*, p.* from board b ${person(source)} where (${ORDER}) > ${HERE} order by ${ORDER} limit ${NEIGHBOURS}) a
  ) near order by near.step`;

/** Reads boards. The caller applies the rights of the viewer. */
@Injectable()
export class BoardQuery {
  constructor(
    @Inject(POOL) private readonly reads: Reads,
    private readonly positions: ReadModelPositions,
    private readonly disabled: DisabledStudentsCache,
  ) {}

  /** Returns `limit` ranks after the first `offset`, and the rank of `userId` with its neighbours when it is below them. */
  async read(source: BoardSource, limit: number, userId: string | null, offset = 0): Promise<Board> {
    const position = await this.positions.read(LEADERBOARD_PROJECTIONS);
    const { rows } = await this.reads.query<BoardRow>({
      name: `${source.name}-top`,
      text: selectTop(source),
      values: [...source.values, limit, offset],
    });
    const top = rows.map((row, index) => ({ ...row, rank: offset + index + 1 }));
    const isBelow = userId !== null && top.length === limit && !top.some((row) => row.user_id === userId);
    return { top, around: isBelow ? await this.around(source, userId) : [], ...position };
  }

  /** True when the class has results in the campaign or scenario. */
  async hasResults(sessionId: string, campaignId: string | null, scenarioId: string | null): Promise<boolean> {
    const { rows } = await this.reads.query({
      name: 'board-has-results',
      text: `select from read.leaderboards where session_id = $1 and ($2::uuid is null or campaign_id = $2)
               and ($3::uuid is null or scenario_id = $3) limit 1`,
      values: [sessionId, campaignId, scenarioId],
    });
    return rows.length > 0;
  }

  private async around(source: BoardSource, userId: string): Promise<BoardRow[]> {
    const disabled = source.ofClass ? [await this.disabled.find(String(source.values[0]))] : [];
    const { rows } = await this.reads.query<BoardRow>({
      name: `${source.name}-around`,
      text: selectAround(source),
      values: [...source.values, userId, ...disabled],
    });
    return rows;
  }
}

/** {@link BoardQuery} of exports. Pages and rooms read from the primary, because they follow its changes. */
@Injectable()
export class BoardReport extends BoardQuery {
  constructor(@Inject(REPLICA_READS) reads: Reads, positions: ReadModelPositions, disabled: DisabledStudentsCache) {
    super(reads, positions, disabled);
  }
}
