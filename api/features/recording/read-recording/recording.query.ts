import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';
import { milliseconds, type RecordedIds } from '../../presence/recorded-states.query.js';
import { PLATFORM } from '../recorded-step.js';
import { RECORDED_FIGURES, REGRADED_ATTEMPT } from './recorded-attempts.js';

/** Read models that a recording is built from. A rebuild of one of them requires a full load. */
export const RECORDING_PROJECTIONS = ['attempts', 'recordings', 'rosters', 'people', 'courses', 'catalogues'];

/** The class of a recording, and the ids whose steps belong to it too. */
export interface RecordedClass {
  readonly sessionId: string;
  readonly courseId: string;
  readonly catalogueId: string;
}

/** A person of a recording. `text` is a `RecordedPerson` as JSON. */
interface PersonRow {
  id: string;
  text: string;
}

/** A page of attempts as JSON text; null after the last one. `last` is the sequence of its last attempt. */
interface AttemptPage {
  text: string | null;
  last: string | null;
}

const ATTEMPTS_AT_ONCE = 10_000;

/** SQL of a person as a `RecordedPerson`, from row `p` of `read.people`. Others than `named` have no name. */
export const personTuple = (id: string, named: string): string => `
  json_build_array(${id}, ${['username', 'first_name', 'last_name']
    .map((column) => `case when ${named} then coalesce(p.${column}, '') else '' end`)
    .join(', ')}, coalesce(p.enabled, true))`;

/**
 * Selects everybody in a recording. Students who were removed from the class have no name, and staff only while they belong to the
 * organization of the course or to none.
 */
const SELECT_PEOPLE = `
  with students as (
    select user_id as id, removed_at is null as named from read.rosters where session_id = $1
  ), staff as (
    select user_id as id from plain.bookmarks where session_id = $1 and deleted_at is null
    union select helper_id from plain.recorded_states join plain.recorded_classes using (class_number)
    where session_id = $1 and helper_id is not null
  ), everybody as (
    select * from students
    union all
    select s.id, p.organization_id is null or p.organization_id = (select organization_id from read.courses where course_id = $2)
    from staff s left join read.people p on p.id = s.id where s.id not in (select id from students)
  )
  select e.id, ${personTuple('e.id', 'e.named')}::text as text from everybody e left join read.people p on p.id = e.id order by e.id`;

const SELECT_SCENARIOS = `
  select scenario_id from read.attempts where session_id = $1
  union select scenario_id from plain.recorded_states join plain.recorded_classes using (class_number)
  where session_id = $1 and scenario_id is not null`;

const SELECT_STEPS = `
  select string_agg(step, ',' order by sequence) as text from read.recorded_steps where scope_id = any ($1) and sequence <= $2`;

const SELECT_ROSTER = `
  select string_agg('[' || sequence || ',' || ${milliseconds('at')} || ',"' || step || '",' || place - 1 || ']', ',' order by sequence, place) as text
  from read.roster_steps join unnest($2::uuid[]) with ordinality as person (id, place) on id = user_id
  where session_id = $1 and sequence <= $3`;

/** Selects a page of attempts, which takes some hundredths of a second. */
const SELECT_ATTEMPTS = `
  select string_agg('[' || sequence || ',' || person.place - 1 || ',' || scenario.place - 1 || ',' || ${RECORDED_FIGURES} || ']', ',' order by sequence) as text,
         max(sequence) as last
  from (
    select * from read.attempts where session_id = $1 and sequence > $4 and sequence <= $5 order by sequence limit ${ATTEMPTS_AT_ONCE}
  ) page
    join unnest($2::uuid[]) with ordinality as person (id, place) on person.id = user_id
    join unnest($3::uuid[]) with ordinality as scenario (id, place) on scenario.id = scenario_id`;

const SELECT_REGRADED = `
  select string_agg(${REGRADED_ATTEMPT}, ',' order by sequence, attempt_id) as text
  from read.attempt_regrades where session_id = $1 and sequence <= $2`;

const SELECT_BOOKMARKS = `
  select string_agg('["' || bookmark_id || '",' || ${milliseconds('at')} || ',' || place - 1 || ',' || to_json(note) || ']', ',' order by at) as text
  from plain.bookmarks join unnest($2::uuid[]) with ordinality as person (id, place) on id = user_id
  where session_id = $1 and deleted_at is null`;

/** Selects what changes whenever a part of the recording changes. */
const SELECT_VERSION = `
  select concat_ws('.',
    (select sum(generation) from plain.projections where name = any ($3)),
    (select max(sequence) from read.attempts where session_id = $1),
    (select max(sequence) from read.attempt_regrades where session_id = $1),
    (select max(sequence) from read.recorded_steps where scope_id = any ($2)),
    (select max(sequence) from read.roster_steps where session_id = $1),
    (select max(sequence) from read.classes where session_id = $1),
    (select max(p.sequence) from read.people p where p.id in (
       select user_id from read.rosters where session_id = $1 union select user_id from plain.bookmarks where session_id = $1
       union select helper_id from plain.recorded_states join plain.recorded_classes using (class_number) where session_id = $1)),
    (select count(*) || '-' || coalesce(${milliseconds('max(at)')}, 0)
     from plain.recorded_states join plain.recorded_classes using (class_number) where session_id = $1),
    (select count(*) from plain.presence where session_id = $1 and state <> 'offline' and seen_at < now() - interval '15 seconds'),
    (select count(*) || '-' || coalesce(${milliseconds('max(changed_at)')}, 0) from plain.bookmarks where session_id = $1)) as version`;

/** Returns the ids whose steps belong to the recording of a class. */
export const scopesOf = ({ sessionId, courseId, catalogueId }: RecordedClass): string[] => [
  sessionId,
  courseId,
  catalogueId,
  PLATFORM,
];

/**
 * Reads the parts of a recording as JSON text. Steps and attempts are never changed, so statements of different snapshots fit together when
 * they read up to the same sequence. Read models may come from a replica; plain tables come from the primary.
 */
@Injectable()
export class RecordingQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(REPLICA_READS) private readonly reads: Reads,
  ) {}

  async version(recorded: RecordedClass): Promise<string> {
    const values = [recorded.sessionId, scopesOf(recorded), RECORDING_PROJECTIONS];
    const { rows } = await this.pool.query<{ version: string }>({
      name: 'recording-version',
      text: SELECT_VERSION,
      values,
    });
    return rows[0]!.version;
  }

  async people({ sessionId, courseId }: RecordedClass): Promise<PersonRow[]> {
    return (await this.pool.query<PersonRow>(SELECT_PEOPLE, [sessionId, courseId])).rows;
  }

  /** Returns the ids of the scenarios that were played or begun in the class. */
  async scenarioIds(sessionId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ scenario_id: string }>(SELECT_SCENARIOS, [sessionId]);
    return rows.map((row) => row.scenario_id);
  }

  async steps(recorded: RecordedClass, until: number): Promise<string> {
    return textOf(this.reads, SELECT_STEPS, [scopesOf(recorded), until]);
  }

  async roster(sessionId: string, { people }: RecordedIds, until: number): Promise<string> {
    return textOf(this.reads, SELECT_ROSTER, [sessionId, people, until]);
  }

  async regraded(sessionId: string, until: number): Promise<string> {
    return textOf(this.reads, SELECT_REGRADED, [sessionId, until]);
  }

  async bookmarks(sessionId: string, { people }: RecordedIds): Promise<string> {
    return textOf(this.pool, SELECT_BOOKMARKS, [sessionId, people]);
  }

  /** Reads the attempts in pages, so that no statement is long. */
  async attempts(sessionId: string, { people, scenarios }: RecordedIds, until: number): Promise<string> {
    const pages: string[] = [];
    let last: string | null = '0';
    while (last !== null) {
      const page: AttemptPage = await this.attemptPage([sessionId, people, scenarios, last, until]);
      if (page.text !== null) pages.push(page.text);
      last = page.last;
    }
    return pages.join(',');
  }

  private async attemptPage(values: unknown[]): Promise<AttemptPage> {
    return (await this.reads.query<AttemptPage>(SELECT_ATTEMPTS, values)).rows[0]!;
  }
}

async function textOf(reads: Reads, text: string, values: unknown[]): Promise<string> {
  return (await reads.query<{ text: string | null }>(text, values)).rows[0]!.text ?? '';
}
