import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { RecordedStateRow } from '../../contracts/recording.contract.js';
import { PRESENCE_CODES, HELP_CODES } from '../../contracts/recording.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { SILENCE } from './presence-table.js';
import { HELP_CODE, PRESENCE_CODE } from './record-changes.js';

/** The ids of people and scenarios, whose places in these lists are the indexes in a recording. */
export interface RecordedIds {
  readonly people: readonly string[];
  readonly scenarios: readonly string[];
}

/** The newest state of a student, by the student's id. */
export interface NewestState {
  readonly userId: string;
  readonly value: Extract<RecordedStateRow, { kind: 'state' }>;
}

/** SQL of a timestamp as milliseconds since 1970. */
export const milliseconds = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`;

/** The state of one student from a time on: milliseconds since 1970, codes of presence and help request, scenario. */
export type StudentState = [at: number, presence: number, help: number, scenarioId: string | null];

/** Changes of a class. A student whom no node reports any more is offline, as in topic `presence`, before this is recorded. */
const CHANGES = `
  select at, presence, help, user_id, scenario_id, helper_id
  from plain.recorded_states join plain.recorded_classes using (class_number) where session_id = $1
  union all
  select seen_at, ${PRESENCE_CODES.offline}, ${HELP_CODES.none}, user_id, null, null
  from plain.presence join plain.recorded_classes using (session_id)
  where session_id = $1 and state <> 'offline' and seen_at < now() - ${SILENCE}`;

const SELECT_STATES = `
  select string_agg('[' || ${milliseconds('at')} || ',' || person.place - 1 || ',' || presence || ',' || help || ',' ||
           coalesce((scenario.place - 1)::text, 'null') || ',' || coalesce((helper.place - 1)::text, 'null') || ']', ',' order by at) as states,
         ${milliseconds('(select begun_at from plain.recorded_classes where session_id = $1)')} as begun
  from (${CHANGES}) c
    join unnest($2::uuid[]) with ordinality as person (id, place) on person.id = user_id
    left join unnest($3::uuid[]) with ordinality as scenario (id, place) on scenario.id = scenario_id
    left join unnest($2::uuid[]) with ordinality as helper (id, place) on helper.id = helper_id`;

const SELECT_OF_STUDENT = `
  select coalesce(json_agg(json_build_array(${milliseconds('at')}, presence, help, scenario_id) order by at), '[]') as states,
         ${milliseconds('(select begun_at from plain.recorded_classes where session_id = $1)')} as begun
  from (${CHANGES}) c where user_id = $2`;

const SELECT_NEWEST = `
  select floor(extract(epoch from now()) * 1000) as now, coalesce(json_agg(json_build_object('userId', user_id, 'value', json_build_object(
           'kind', 'state', 'at', ${milliseconds('changed_at')}, 'presence', ${PRESENCE_CODE}, 'help', ${HELP_CODE},
           'scenarioId', case when state <> 'offline' then scenario_id end, 'helperId', helper_id))), '[]') as rows
  from (
    select user_id, scenario_id, help_id, help_resolved_at, helper_id,
           case when seen_at < now() - ${SILENCE} then 'offline' else state end as state,
           case when seen_at < now() - ${SILENCE} and state <> 'offline' then seen_at else changed_at end as changed_at
    from plain.presence join plain.recorded_classes using (session_id) where session_id = $1
  ) newest where changed_at is not null`;

/** Reads the recorded presence of a class. */
@Injectable()
export class RecordedStatesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the changes as the members of a JSON array, and the time of the first one; null when nothing was recorded. */
  async read(sessionId: string, { people, scenarios }: RecordedIds): Promise<{ states: string; begun: number | null }> {
    const { rows } = await this.pool.query<{ states: string | null; begun: string | null }>({
      name: 'recorded-states',
      text: SELECT_STATES,
      values: [sessionId, people, scenarios],
    });
    const { states, begun } = rows[0]!;
    return { states: states ?? '', begun: begun === null ? null : Number(begun) };
  }

  /** Returns the changes of one student, and the time of the first change of the class; null when nothing was recorded. */
  async ofStudent(sessionId: string, userId: string): Promise<{ states: StudentState[]; begun: number | null }> {
    const { rows } = await this.pool.query<{ states: StudentState[]; begun: string | null }>({
      name: 'recorded-states-of-student',
      text: SELECT_OF_STUDENT,
      values: [sessionId, userId],
    });
    const { states, begun } = rows[0]!;
    return { states, begun: begun === null ? null : Number(begun) };
  }

  /** Returns the newest state of each student, and the time of the database's clock in milliseconds. */
  async newest(sessionId: string): Promise<{ now: number; rows: readonly NewestState[] }> {
    const { rows } = await this.pool.query<{ now: string; rows: NewestState[] }>({
      name: 'newest-states',
      text: SELECT_NEWEST,
      values: [sessionId],
    });
    return { now: Number(rows[0]!.now), rows: rows[0]!.rows };
  }
}
