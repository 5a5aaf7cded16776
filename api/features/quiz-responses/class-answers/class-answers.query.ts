import { Inject, Injectable } from '@nestjs/common';
import { type Reads, REPLICA_READS } from '../../../platform/database/reads.js';

/** The members of `ClassAnswers` as JSON text; null without attempts. */
interface AnswersText {
  readonly forms: string | null;
  readonly attempts: string | null;
}

/** Selects what the students of a class have ever answered, also those who were removed: a recording has their results without names. */
const SELECT_ANSWERS = `
  with answered as (
    select a.attempt_id, a.form_id, a.answers, a.sequence from read.attempts a
    where a.session_id = $1 and a.scenario_id = $2 and a.score_card_type = 'Quiz'
      and exists (select from read.rosters r where r.session_id = $1 and r.user_id = a.user_id)
  )
  select
    (select string_agg('["' || f.form_id || '",' || f.questions || ']', ',')
     from read.attempt_forms f where f.form_id in (select form_id from answered)) as forms,
    (select string_agg('["' || attempt_id || '","' || form_id || '",' || answers || ']', ',' order by sequence) from answered) as attempts`;

/** Reads the answers of all attempts of a quiz as JSON text, megabytes of it for a large class. */
@Injectable()
export class ClassAnswersQuery {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  async read(sessionId: string, scenarioId: string): Promise<{ forms: string; attempts: string }> {
    const { rows } = await this.reads.query<AnswersText>({
      name: 'class-answers',
      text: SELECT_ANSWERS,
      values: [sessionId, scenarioId],
    });
    const { forms, attempts } = rows[0]!;
    return { forms: `[${forms ?? ''}]`, attempts: `[${attempts ?? ''}]` };
  }
}
