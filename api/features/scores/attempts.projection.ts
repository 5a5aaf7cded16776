import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { type AttemptFlag, ResultLevel } from '../../contracts/attempt.contract.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { PersonalDataErased } from '../people/user.events.js';
import { formIdOf, toAnsweredForm } from './answered-form.js';
import type { ScoreSubmitted } from './score.events.js';
import type { FlightDiffered, FlightVerified } from './verification.events.js';

type LaterEvent = ClassResumed | PersonalDataErased | FlightVerified | FlightDiffered;
type HandledEvent = ScoreSubmitted | LaterEvent;

/**
 * Every accepted attempt with its answers; attempts are never removed. A late attempt loses its mark when its class is
 * resumed after the attempt arrived. `free_text` contains what the player typed, until the player is erased. The questions are stored
 * once for all attempts, because they are most of an attempt's data. `level` is an index of `ResultLevel`, `flags` are those of
 * `flagBits`.
 */
export const attemptsProjection: Projection<HandledEvent> = {
  name: 'attempts',
  version: 5,
  handles: ['ScoreSubmitted', 'ClassResumed', 'PersonalDataErased', 'FlightVerified', 'FlightDiffered'],
  tables: ['attempts_v5', 'attempt_forms_v5'],
  schema: `
    create table attempts_v5 (
      attempt_id uuid primary key,
      user_id uuid not null,
      session_id uuid,
      organization_id uuid,
      scenario_id uuid not null,
      campaign_id uuid not null,
      score_card_type text not null,
      total_score double precision not null,
      questions_score double precision not null,
      max_total_score double precision not null,
      max_questions_score double precision not null,
      passed boolean not null,
      late boolean not null,
      level smallint not null,
      flags smallint not null,
      started_at timestamptz not null,
      completed_at timestamptz not null,
      arrived_at timestamptz not null,
      form_id uuid not null,
      answers text not null,
      free_text text,
      sequence bigint not null
    );
    create index on attempts_v5 (session_id, scenario_id, user_id);
    create index on attempts_v5 (user_id);
    create table attempt_forms_v5 (form_id uuid primary key, questions text not null);
  `,
  apply: async (client, events) => {
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      if (run.type === 'ScoreSubmitted') await insert(client, run.events);
      else for (const event of run.events) await applyOne(client, event);
    }
    return [];
  },
};

const ROWS = rowSet({
  attempt_id: 'uuid',
  user_id: 'uuid',
  session_id: 'uuid',
  organization_id: 'uuid',
  scenario_id: 'uuid',
  campaign_id: 'uuid',
  score_card_type: 'text',
  total_score: 'double precision',
  questions_score: 'double precision',
  max_total_score: 'double precision',
  max_questions_score: 'double precision',
  passed: 'boolean',
  late: 'boolean',
  level: 'smallint',
  flags: 'smallint',
  started_at: 'timestamptz',
  completed_at: 'timestamptz',
  arrived_at: 'timestamptz',
  form_id: 'uuid',
  answers: 'text',
  free_text: 'text',
  sequence: 'bigint',
});

const FORMS = rowSet({ form_id: 'uuid', questions: 'text' });

const INSERT_FORMS = `
  insert into attempt_forms_v5 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

const INSERT = `insert into attempts_v5 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

async function insert(client: ProjectionClient, events: readonly ProjectedEvent<ScoreSubmitted>[]): Promise<void> {
  const forms = new Map<string, string>();
  const rows = events.map((event) => {
    const { questions, answers } = toAnsweredForm(event.data.questionScorecards);
    // Hashes each form once. A batch has thousands of attempts with few forms.
    const formId = forms.get(questions) ?? formIdOf(questions);
    forms.set(questions, formId);
    return toRow(event, formId, answers);
  });
  await client.query(
    INSERT_FORMS,
    FORMS.parameters([...forms].map(([questions, form_id]) => ({ form_id, questions }))),
  );
  await client.query(INSERT, ROWS.parameters(rows));
}

async function applyOne(client: ProjectionClient, { type, data, sequence }: ProjectedEvent<LaterEvent>): Promise<void> {
  if (type === 'ClassResumed') {
    await client.query('update attempts_v5 set late = false where session_id = $1 and late and sequence < $2', [
      data.sessionId,
      sequence,
    ]);
  } else if (type === 'FlightVerified') {
    await setLevel(client, data.attemptId, data.level, []);
  } else if (type === 'FlightDiffered') {
    await setLevel(client, data.attemptId, 'Reported', ['VerificationDiffers']);
  } else {
    await client.query('update attempts_v5 set free_text = $2 where user_id = $1 and free_text is not null', [
      data.userId,
      ERASED,
    ]);
  }
}

async function setLevel(
  client: ProjectionClient,
  attemptId: string,
  level: ResultLevel,
  flags: readonly AttemptFlag[],
): Promise<void> {
  await client.query('update attempts_v5 set level = $2, flags = flags | $3 where attempt_id = $1', [
    attemptId,
    ResultLevel.options.indexOf(level),
    flagBits(flags),
  ]);
}

const toRow = ({ data, recordedAt, sequence }: ProjectedEvent<ScoreSubmitted>, formId: string, answers: string) => ({
  attempt_id: data.attemptId,
  user_id: data.userId,
  session_id: data.sessionId,
  organization_id: data.organizationId,
  scenario_id: data.scenarioId,
  campaign_id: data.campaignId,
  score_card_type: data.scoreCardType,
  total_score: data.totalScore,
  questions_score: data.questionsScore,
  max_total_score: data.maxTotalScore,
  max_questions_score: data.maxQuestionsScore,
  passed: data.passed,
  late: data.late,
  level: ResultLevel.options.indexOf(data.level ?? 'Reported'),
  flags: flagBits([...(data.flags ?? []), ...(data.tooFast ? (['TooFast'] as const) : [])]),
  started_at: data.startedAt,
  completed_at: data.completedAt,
  arrived_at: recordedAt,
  form_id: formId,
  answers,
  free_text: data.freeText ?? null,
  sequence,
});
