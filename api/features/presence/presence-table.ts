import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { PresenceRow, PresenceState } from '../../contracts/presence.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../contracts/recording.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { HELP_CODE, PRESENCE_CODE, recordChanges } from './record-changes.js';

/** Presence of a student in a class, as known to one node. Times are in ISO 8601. */
export interface Presence {
  readonly sessionId: string;
  readonly userId: string;
  readonly state: PresenceState;
  readonly scenarioId: string | null;
  readonly since: string | null;
  readonly needsHelpSince: string | null;
  /** Identifies the help request; null without one. */
  readonly helpId: string | null;
  /** Time of the newest change of the reports; repeated reports do not advance it. {@link RELEASED} after the end of all connections. */
  readonly reportedAt: string;
}

/** Older than every change, so any node with a page of the student replaces the row. */
export const RELEASED = '-infinity';

/** The rows of a class, read from one snapshot. `now` is the time of the database's clock in milliseconds. */
export interface PresenceRead {
  readonly now: number;
  readonly rows: readonly { readonly userId: string; readonly presence: PresenceRow }[];
}

/** Time without an update after which a student is offline. A node writes every five seconds unless it has crashed. */
export const SILENCE = "interval '15 seconds'";

/** SQL conditions on row `p` of a student, and on the row that replaces it. */
const IS_SILENT = `(p.state <> 'offline' and p.seen_at < now() - ${SILENCE})`;
const IS_CHANGED = `(
  case when ${IS_SILENT} then 'offline' else p.state end <> excluded.state
  or excluded.state <> 'offline' and p.scenario_id is distinct from excluded.scenario_id
  or case when p.help_resolved_at is null then p.help_id end is distinct from
     case when p.help_resolved_at is null or p.help_id <> excluded.help_id then excluded.help_id end)`;

/**
 * Writes presence of students on the roster of a running class and ignores all others. Nothing is written about an erased person, whose
 * page may have reported seconds before. A student's clock may be wrong, so
 * `since` is limited to the time between the start of the class and now. When two nodes report a student, the newer change
 * wins: the node that has it refreshes `seen_at` in each round, and the older one writes nothing. A connection that has not noticed its
 * end must not overwrite the one that replaced it. An offline or silent row is replaced by any report. A help request keeps its
 * start and its helper as long as its id is reported, on any node.
 *
 * The same statement records what changes. Rows are compared under their locks, so two nodes that report the same change record it once.
 * The time of a change is read under the lock too, so changes of a student have the order in which they take effect. `silent_since` is set
 * when no node had reported the student: a node has crashed, and the student was offline in between.
 */
const UPSERT = `
  with written as (
  insert into plain.presence as p
    (session_id, user_id, state, scenario_id, since, needs_help_since, help_id, reported_at, seen_at,
     changed_at, is_changed)
  select e."sessionId", e."userId", e.state, e."scenarioId",
         case when e.since is not null
           then least(greatest(e.since, coalesce(k.started_at, k.scheduled_start)), now()) end,
         e."needsHelpSince", e."helpId", e."reportedAt", now(), clock_timestamp(), true
  from jsonb_to_recordset($1) as e ("sessionId" uuid, "userId" uuid, state text, "scenarioId" uuid, since timestamptz,
                                    "needsHelpSince" timestamptz, "helpId" uuid, "reportedAt" timestamptz)
  join read.rosters r on r.session_id = e."sessionId" and r.user_id = e."userId"
    and r.removed_at is null and r.moved_at is null
  join read.classes k on k.session_id = e."sessionId" and coalesce(k.started_at, k.scheduled_start) <= now()
    and k.ended_at is null and (k.scheduled_end is null or k.scheduled_end > now())
  where not exists (select from plain.erased_subjects x where x.subject_id = e."userId")
  order by e."sessionId", e."userId"
  on conflict (session_id, user_id) do update
    set state = excluded.state, scenario_id = excluded.scenario_id, since = excluded.since,
        needs_help_since = case when p.help_id = excluded.help_id then p.needs_help_since else excluded.needs_help_since end,
        help_id = excluded.help_id,
        helper_id = case when p.help_id = excluded.help_id then p.helper_id end,
        help_resolved_at = case when p.help_id = excluded.help_id then p.help_resolved_at end,
        reported_at = excluded.reported_at, seen_at = excluded.seen_at,
        changed_at = case when ${IS_CHANGED} then clock_timestamp() else p.changed_at end, is_changed = ${IS_CHANGED},
        silent_since = case when ${IS_SILENT} then p.seen_at end
    where p.reported_at <= excluded.reported_at or p.state = 'offline' or p.seen_at < now() - ${SILENCE}
  returning *
  ), changes as (
    select session_id, user_id, silent_since as at, ${PRESENCE_CODES.offline} as presence, ${HELP_CODES.none} as help, null::uuid as scenario_id, null::uuid as helper_id
    from written where silent_since is not null
    union all
    select session_id, user_id, changed_at, ${PRESENCE_CODE}, ${HELP_CODE}, scenario_id, helper_id
    from written where is_changed
  ), ${recordChanges('changes')}
  select`;

const RELEASE = `
  update plain.presence p set reported_at = '${RELEASED}'
  from jsonb_to_recordset($1) as e ("sessionId" uuid, "userId" uuid, "reportedAt" timestamptz)
  where p.session_id = e."sessionId" and p.user_id = e."userId" and p.reported_at = e."reportedAt"`;

/** SQL of a timestamp as an ISO 8601 text in UTC, to the second. */
export const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** SQL of the helper of a help request, from row `h` of `read.people`; null without one. */
export const HELPER = `case when h.id is not null then json_build_object(
  'userId', h.id, 'name', coalesce(nullif(trim(concat_ws(' ', h.first_name, h.last_name)), ''), h.username)) end`;

/**
 * Selects the presence of all students on the roster. `seenAt` is set only for offline students: for others it would change
 * every five seconds.
 */
const SELECT = `
  select floor(extract(epoch from now()) * 1000) as now,
         coalesce(json_agg(json_build_object('userId', r.user_id, 'presence', json_build_object(
           'state', coalesce(p.state, 'offline'), 'scenarioId', p.scenario_id, 'since', ${moment('p.since')},
           'needsHelpSince', ${moment('p.needs_help_since')}, 'helpId', p.help_id, 'helper', ${HELPER},
           'seenAt', case when p.state = 'offline' then ${moment('p.seen_at')} end))), '[]') as rows
  from read.rosters r left join (
    select user_id, scenario_id, since, seen_at,
           case when help_resolved_at is null then needs_help_since end as needs_help_since,
           case when help_resolved_at is null then help_id end as help_id,
           case when help_resolved_at is null then helper_id end as helper_id,
           case when seen_at < now() - ${SILENCE} then 'offline' else state end as state
    from plain.presence where session_id = $1
  ) p using (user_id) left join read.people h on h.id = p.helper_id
  where r.session_id = $1 and r.removed_at is null and r.moved_at is null`;

/**
 * Table `plain.presence`: the presence of students, shared by all nodes. It is never an event and is lost when the database
 * crashes.
 */
@Injectable()
export class PresenceTable {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async write(presences: readonly Presence[]): Promise<void> {
    await this.pool.query({ name: 'presence-write', text: UPSERT, values: [JSON.stringify(presences)] });
  }

  /** Marks rows as {@link RELEASED}, except those that another node has written since. */
  async release(presences: readonly Presence[]): Promise<void> {
    await this.pool.query({ name: 'presence-release', text: RELEASE, values: [JSON.stringify(presences)] });
  }

  async read(sessionId: string): Promise<PresenceRead> {
    const { rows } = await this.pool.query<{ now: string; rows: PresenceRead['rows'] }>({
      name: 'presence-read',
      text: SELECT,
      values: [sessionId],
    });
    return { now: Number(rows[0]!.now), rows: rows[0]!.rows };
  }
}
