import { Inject, Injectable } from '@nestjs/common';
import type { QuizResponses } from '../../contracts/quiz.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';
import { PROJECTOR } from '../../platform/eventsourcing/projecting/write-batch.js';

/** Read models that the responses are built from. A rebuild of one of them requires a full load. */
const QUIZ_PROJECTIONS = ['attempts', 'rosters', 'people'];

/** The rows as JSON text, read from one snapshot. */
export interface QuizText {
  readonly sequence: number;
  readonly generation: number;
  readonly rows: string;
}

export type QuizRows = QuizResponses['rows'];

/**
 * Selects the students of a class with their best attempt, and the forms of these attempts. With `since`, selects the rows
 * that changed after that sequence; students who left are null. Names are joined at read time because only `people` stores
 * them. A row has the newest sequence of its parts.
 */
const SELECT_ROWS = `
  select
    (select sequence from plain.checkpoints where reader = $4) as sequence,
    (select sum(generation) from plain.projections where name = any ($5)) as generation,
    (select string_agg('{"sequence":' || f.sequence || ',"key":"form:' || f.form_id || '","value":' || f.form || '}', ',')
     from read.quiz_forms f
     where f.session_id = $1 and f.scenario_id = $2 and f.form_id in
       (select q.form_id from read.quiz_responses q where q.session_id = $1 and q.scenario_id = $2 and q.sequence > $3)) as forms,
    (select string_agg(
       '{"sequence":' || greatest(r.sequence, p.sequence, q.sequence) || ',"key":"' || r.user_id || '","value":' ||
         case when r.removed_at is null
           then json_build_object('kind', 'student', 'username', coalesce(p.username, ''), 'firstName', coalesce(p.first_name, ''),
                                  'lastName', coalesce(p.last_name, ''), 'enabled', coalesce(p.enabled, true),
                                  'attempt', case when q.attempt_id is not null then (left(q.attempt, -1) ||
                                    ',"level":"' || (array['Reported', 'Witnessed', 'Verified'])[q.level + 1] || '"' ||
                                    coalesce(',"freeText":' || to_json(q.free_text), '') || '}')::json end)::text
           else 'null' end || '}', ',')
     from read.rosters r left join read.people p on p.id = r.user_id
       left join read.quiz_responses q on q.session_id = $1 and q.scenario_id = $2 and q.user_id = r.user_id
     where r.session_id = $1 and greatest(r.sequence, p.sequence, q.sequence) > $3
       and (r.removed_at is null or $3 > 0)) as students`;

@Injectable()
export class QuizResponsesQuery {
  constructor(@Inject(POOL) private readonly reads: Reads) {}

  async read(sessionId: string, scenarioId: string, since = 0): Promise<QuizText> {
    const { rows } = await this.reads.query<{
      sequence: string | null;
      generation: string;
      forms: string | null;
      students: string | null;
    }>({
      name: 'quiz-responses',
      text: SELECT_ROWS,
      values: [sessionId, scenarioId, since, PROJECTOR, QUIZ_PROJECTIONS],
    });
    const { sequence, generation, forms, students } = rows[0]!;
    return {
      sequence: Number(sequence ?? 0),
      generation: Number(generation),
      rows: `[${[forms, students].filter((part) => part !== null).join(',')}]`,
    };
  }

  /** Returns for each quiz of a class the number of students with an attempt. */
  async countResponses(sessionId: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.reads.query<{ scenario_id: string; responses: number }>({
      name: 'quiz-response-counts',
      text: `select q.scenario_id, count(*)::integer as responses
             from read.quiz_responses q join read.rosters r using (session_id, user_id)
             where q.session_id = $1 and q.attempt_id is not null and r.removed_at is null group by q.scenario_id`,
      values: [sessionId],
    });
    return new Map(rows.map((row) => [row.scenario_id, row.responses]));
  }
}

/** {@link QuizResponsesQuery} of the pages. Rooms read from the primary, because they follow its changes. */
@Injectable()
export class QuizResponsesReport extends QuizResponsesQuery {
  constructor(@Inject(REPLICA_READS) reads: Reads) {
    super(reads);
  }
}
