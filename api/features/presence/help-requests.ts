import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { HelpRow } from '../../contracts/presence.contract.js';
import { HELP_CODES } from '../../contracts/recording.rule.js';
import { POOL } from '../../platform/database/pool.js';
import { DomainError } from '../../platform/domain-error.js';
import { HELPER, moment, SILENCE } from './presence-table.js';
import { HELP_CODE, PRESENCE_CODE, recordChanges } from './record-changes.js';

/** Help requests of a class, read from one snapshot. `now` is the time of the database's clock in milliseconds. */
export interface HelpRead {
  readonly now: number;
  readonly rows: readonly { readonly userId: string; readonly request: HelpRow }[];
}

const SELECT = `
  select floor(extract(epoch from now()) * 1000) as now,
         coalesce((
           select json_agg(json_build_object('userId', p.user_id, 'request', json_build_object(
             'helpId', p.help_id, 'since', ${moment('p.needs_help_since')}, 'helper', ${HELPER},
             'resolvedAt', ${moment('p.help_resolved_at')})))
           from plain.presence p
           join read.rosters r on r.session_id = p.session_id and r.user_id = p.user_id
             and r.removed_at is null and r.moved_at is null
           left join read.people h on h.id = p.helper_id
           where p.session_id = $1 and p.help_id is not null and case when $2::uuid is null
             then p.help_resolved_at is null and p.state <> 'offline' and p.seen_at >= now() - ${SILENCE}
             else p.user_id = $2 end), '[]') as rows`;

/** SQL of the change that an updated row of presence records. */
const changeOf = (updated: string, help: string): string => `
  select session_id, user_id, changed_at as at, ${PRESENCE_CODE} as presence, ${help} as help, scenario_id, helper_id
  from ${updated} where is_changed`;

/** Assigns a helper. A request keeps its first helper. */
const TAKE = `
  with taken as (
    update plain.presence set helper_id = coalesce(helper_id, $4),
      changed_at = case when helper_id is null then clock_timestamp() else changed_at end, is_changed = helper_id is null
    where session_id = $1 and user_id = $2 and help_id = $3 and help_resolved_at is null
    returning *
  ), changes as (${changeOf('taken', HELP_CODE)}), ${recordChanges('changes')}
  select t.helper_id, ${HELPER} as helper from taken t left join read.people h on h.id = t.helper_id`;

const RESOLVE = `
  with resolved as (
    update plain.presence set help_resolved_at = now(), changed_at = clock_timestamp(), is_changed = true
    where session_id = $1 and user_id = $2 and help_id = $3 and help_resolved_at is null
    returning *
  ), changes as (${changeOf('resolved', String(HELP_CODES.resolved))}), ${recordChanges('changes')}
  select`;

/** Help requests of students, stored with their presence. */
@Injectable()
export class HelpRequests {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** Returns the request of one student, or with null the open requests of all connected students. */
  async read(sessionId: string, userId: string | null): Promise<HelpRead> {
    const { rows } = await this.pool.query<{ now: string; rows: HelpRead['rows'] }>({
      name: 'help-read',
      text: SELECT,
      values: [sessionId, userId],
    });
    return { now: Number(rows[0]!.now), rows: rows[0]!.rows };
  }

  /**
   * Records that a member of staff is on the way to a student.
   * @throws DomainError HELP_NOT_REQUESTED, HELP_TAKEN
   */
  async answer(sessionId: string, userId: string, helpId: string, helperId: string): Promise<void> {
    const { rows } = await this.pool.query<{ helper_id: string; helper: HelpRow['helper'] }>(TAKE, [
      sessionId,
      userId,
      helpId,
      helperId,
    ]);
    if (!rows[0]) throw new DomainError('HELP_NOT_REQUESTED', 'This student no longer asks for help.');
    if (rows[0].helper_id !== helperId) {
      throw new DomainError('HELP_TAKEN', `${rows[0].helper?.name ?? 'A colleague'} is already on the way.`);
    }
  }

  /** Ends the request `helpId` of a student; changes nothing when it is no longer open. */
  async resolve(sessionId: string, userId: string, helpId: string): Promise<void> {
    await this.pool.query(RESOLVE, [sessionId, userId, helpId]);
  }
}
