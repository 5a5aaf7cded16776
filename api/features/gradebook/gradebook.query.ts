import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { POOL } from '../../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';
import { PROJECTOR } from '../../platform/eventsourcing/projecting/write-batch.js';
import { type CellsOfScenario, columnsText } from './cell-columns.js';

/** Read models that a gradebook is built from. A rebuild of one of them requires a full load. */
const GRADEBOOK_PROJECTIONS = ['attempts', 'rosters', 'people'];

/** More rooms would wait for each other's rows. */
const MAX_ROOMS_PER_READ = 100;

/** A `GradebookContent` as JSON text, read from one snapshot. */
export interface GradebookText {
  readonly sequence: number;
  readonly generation: number;
  readonly content: string;
}

/**
 * SQL condition of the cells that changed after `since`. With a second bound, and with parameters as subqueries, PostgreSQL expects few rows
 * in every call. It then plans the statement once and uses the index of sequences; planning takes twice as long as a read.
 */
const CHANGED = 'g.sequence > since and g.sequence between (select $5::bigint) and 9223372036854775807';

/**
 * Selects students and cells of classes. With a `since` above zero, selects the rows of a class that changed after that sequence; students
 * who left are null, and cells without a result any more are listed by their keys.
 * Names are joined at read time because only `people` stores them.
 *
 * The first row of a class contains the class; each further row contains the cells of one scenario. In one text of megabytes, PostgreSQL
 * would copy all cells twice more. It is one statement, because all rows must be from one snapshot.
 */
const SELECT_ROWS = `
  with asked as materialized (select * from unnest((select $1::uuid[]), (select $2::bigint[])) with ordinality as a (session_id, since, nth))
  select
    nth,
    (select sequence from plain.checkpoints where reader = $3) as sequence,
    (select sum(generation) from plain.projections where name = any ($4)) as generation,
    (select coalesce(string_agg(
       '{"key":"' || r.user_id || '","value":' ||
         case when r.removed_at is null
           then json_build_object('kind', 'student', 'username', coalesce(p.username, ''), 'firstName', coalesce(p.first_name, ''),
                                  'lastName', coalesce(p.last_name, ''), 'enabled', coalesce(p.enabled, true))::text
           else 'null' end || '}', ','), '')
     from read.rosters r left join read.people p on p.id = r.user_id
     where r.session_id = a.session_id and greatest(r.sequence, p.sequence) > since and (r.removed_at is null or since > 0)) as students,
    (select string_agg('"' || user_id || ':' || scenario_id || '"', ',')
     from read.gradebook g
     where g.session_id = a.session_id and ${CHANGED} and since > 0 and figures is null and marks = 0) as removed,
    (select g.grading::text
     from read.course_gradings g join read.classes k using (course_id)
     where k.session_id = a.session_id and g.grading is not null and g.sequence > since) as grading,
    null::uuid as scenario_id, null as cells
  from asked a
  union all
  select nth, null, null, null, null, null, changed.*
  from asked a cross join lateral (
    select scenario_id,
      string_agg(user_id || ',' || coalesce(figures || ',' || level || coalesce(',' || extra, ''), marks::text), ';')
    from read.gradebook g where g.session_id = a.session_id and ${CHANGED} and (figures is not null or marks <> 0)
    group by scenario_id
  ) changed`;

type ContentRow = { readonly nth: string } & (
  | {
      readonly scenario_id: null;
      readonly sequence: string | null;
      readonly generation: string;
      readonly students: string;
      readonly removed: string | null;
      readonly grading: string | null;
    }
  | CellsOfScenario
);

/** The rows of a class that changed after `since`; all of them for 0. */
interface Asked {
  readonly sessionId: string;
  readonly since: number;
}

/** Selects the newest change of each table of a gradebook, so that an unchanged gradebook is recognized without reading it. */
const SELECT_VERSION = `
  select (select sum(generation) from plain.projections where name = any ($2)) || '.' ||
         (select coalesce(max(sequence), 0) from read.gradebook where session_id = $1) || '.' ||
         (select coalesce(max(g.sequence), 0) from read.course_gradings g join read.classes k using (course_id) where k.session_id = $1) || '.' ||
         (select coalesce(max(sequence), 0) from read.rosters where session_id = $1) || '.' ||
         (select coalesce(max(p.sequence), 0) from read.people p join read.rosters r on r.user_id = p.id and r.session_id = $1) || '.' ||
         (select coalesce(max(sequence), 0) from read.classes where session_id = $1) as version`;

@Injectable()
export class GradebookQuery {
  /** One statement for the changes that rooms read in the same turn of the event loop. */
  private readonly changes = new DataLoader<Asked, GradebookText>((asked) => this.load(asked), {
    cache: false,
    maxBatchSize: MAX_ROOMS_PER_READ,
    batchScheduleFn: setImmediate,
  });

  constructor(@Inject(POOL) private readonly reads: Reads) {}

  async read(sessionId: string): Promise<GradebookText> {
    return (await this.load([{ sessionId, since: 0 }]))[0]!;
  }

  /** Reads the rows that changed after `since`; all rows for 0. */
  readChanges(sessionId: string, since: number): Promise<GradebookText> {
    return since === 0 ? this.read(sessionId) : this.changes.load({ sessionId, since });
  }

  private async load(asked: readonly Asked[]): Promise<GradebookText[]> {
    const { rows } = await this.reads.query<ContentRow>({
      name: 'gradebook-content',
      text: SELECT_ROWS,
      values: [
        asked.map(({ sessionId }) => sessionId),
        asked.map(({ since }) => since),
        PROJECTOR,
        GRADEBOOK_PROJECTIONS,
        Math.min(...asked.map(({ since }) => since + 1)),
      ],
    });
    return Promise.all(asked.map((_, index) => toText(rows.filter(({ nth }) => Number(nth) === index + 1))));
  }

  /** Returns a version that changes if and only if the content of the gradebook changes. */
  async version(sessionId: string): Promise<string> {
    const { rows } = await this.reads.query<{ version: string }>({
      name: 'gradebook-version',
      text: SELECT_VERSION,
      values: [sessionId, GRADEBOOK_PROJECTIONS],
    });
    return rows[0]!.version;
  }
}

async function toText(rows: readonly ContentRow[]): Promise<GradebookText> {
  const { sequence, generation, students, removed, grading } = rows.find((row) => row.scenario_id === null)!;
  return {
    sequence: Number(sequence ?? 0),
    generation: Number(generation),
    content:
      [
        `{"sequence":${sequence ?? 0},"students":[${students}]`,
        await columnsText(rows.filter((row) => row.scenario_id !== null)),
        ...(removed ? [`"removed":[${removed}]`] : []),
        ...(grading ? [`"grading":${grading}`] : []),
      ].join(',') + '}',
  };
}

/** {@link GradebookQuery} of exports. Pages and rooms read from the primary, because they follow its changes. */
@Injectable()
export class GradebookReport extends GradebookQuery {
  constructor(@Inject(REPLICA_READS) reads: Reads) {
    super(reads);
  }
}
