import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import type { LiveRead } from '../../../platform/live/live-topic.js';
import { milliseconds } from '../../presence/recorded-states.query.js';
import { RECORDED_FIGURES, REGRADED_ATTEMPT } from './recorded-attempts.js';
import { personTuple, type RecordedClass, RECORDING_PROJECTIONS, scopesOf } from './recording.query.js';

const AT_ONCE = 1_000;

/** Selects what happened after a sequence up to another, as rows of the topic. Names change without a step, so a person is a row too. */
const SELECT_CHANGES = `
  select key, sequence, value from (
    select r.user_id::text as key, greatest(r.sequence, p.sequence) as sequence,
           json_build_object('kind', 'person', 'person', ${personTuple('r.user_id', 'r.removed_at is null')}) as value
    from read.rosters r left join read.people p on p.id = r.user_id
    where r.session_id = $1 and greatest(r.sequence, p.sequence) > $3 and greatest(r.sequence, p.sequence) <= $4
    union all
    select sequence::text, sequence, json_build_object('kind', 'step', 'step', step::json)
    from read.recorded_steps where scope_id = any ($2) and sequence > $3 and sequence <= $4
    union all
    select sequence || ':' || user_id, sequence,
           json_build_object('kind', 'roster', 'step', json_build_array(sequence, ${milliseconds('at')}, step, user_id))
    from read.roster_steps where session_id = $1 and sequence > $3 and sequence <= $4
    union all
    select sequence::text, sequence,
           json_build_object('kind', 'attempt', 'attempt',
             ('[' || sequence || ',"' || user_id || '","' || scenario_id || '",' || ${RECORDED_FIGURES} || ']')::json)
    from read.attempts where session_id = $1 and sequence > $3 and sequence <= $4
    union all
    select sequence || ':' || attempt_id, sequence, json_build_object('kind', 'regraded', 'attempt', (${REGRADED_ATTEMPT})::json)
    from read.attempt_regrades where session_id = $1 and sequence > $3 and sequence <= $4
  ) changes order by sequence fetch first ${AT_ONCE} rows with ties`;

interface ChangeRow {
  key: string;
  sequence: string;
  value: unknown;
}

/** Reads how the recording of a class continues after a sequence. */
@Injectable()
export class RecordingChangesQuery {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly positions: ReadModelPositions,
  ) {}

  /**
   * Returns the rows after `since` up to the position of the read models; none for 0, because the recording itself is the first load. Newer
   * rows would be sent again by the next read.
   */
  async read(recorded: RecordedClass, since: number): Promise<LiveRead> {
    const position = await this.positions.read(RECORDING_PROJECTIONS);
    if (since === 0) return { ...position, rows: [] };
    const { rows } = await this.pool.query<ChangeRow>({
      name: 'recording-changes',
      text: SELECT_CHANGES,
      values: [recorded.sessionId, scopesOf(recorded), since, position.sequence],
    });
    const changes = rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
    const hasMore = changes.length >= AT_ONCE;
    return { ...position, ...(hasMore && { sequence: changes.at(-1)!.sequence }), rows: changes, hasMore };
  }
}
