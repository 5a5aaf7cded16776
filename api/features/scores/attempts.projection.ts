import { flagBits } from '../../contracts/attempt-flags.rule.js';
import type { AttemptFlag, ResultLevel } from '../../contracts/attempt.contract.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ClassResumed } from '../courses/course.events.js';
import type { AttemptAccepted, AttemptSetAside, DecisionUndone } from '../grades/grade.events.js';
import type { PersonalDataErased } from '../people/user.events.js';
import { formIdOf, toAnsweredForm } from './answered-form.js';
import type { ScoreSubmitted } from './score.events.js';
import type { FlightDiffered, FlightVerified } from './verification.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** Flagged or decided attempts of a class changed. The id is the class's. */
    review: string;
  }
}

type LaterEvent =
  | ClassResumed
  | AttemptAccepted
  | AttemptSetAside
  | DecisionUndone
  | FlightVerified
  | FlightDiffered
  | PersonalDataErased;
type HandledEvent = ScoreSubmitted | LaterEvent;

const OVERLAPPING = flagBits(['Overlapping']);
const IS_NOT_FLAGGED = `a.flags & ${OVERLAPPING}::smallint = 0`;

/**
 * Every accepted attempt with its answers; attempts are never removed. A late attempt loses its mark when its class is
 * resumed after the attempt arrived. `free_text` contains what the player typed, until the player is erased. The questions are stored
 * once for all attempts, because they are most of an attempt's data. `level` is the rank of its level, `flags` are those of
 * `flagBits`. `decided` is the sequence of the last decision about it. `flown_…` are the points that the server computed, where
 * they differ.
 */
export const attemptsProjection: Projection<HandledEvent> = {
  name: 'attempts',
  version: 5,
  handles: [
    'ScoreSubmitted',
    'ClassResumed',
    'AttemptAccepted',
    'AttemptSetAside',
    'DecisionUndone',
    'FlightVerified',
    'FlightDiffered',
    'PersonalDataErased',
  ],
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
      sequence bigint not null,
      course_id uuid,
      claimed_started_at timestamptz,
      claimed_completed_at timestamptz,
      flown_score double precision,
      flown_passed boolean,
      set_aside boolean not null default false,
      decided bigint
    );
    create index on attempts_v5 (session_id, scenario_id, user_id);
    create index on attempts_v5 (user_id, completed_at);
    create index on attempts_v5 (user_id, completed_at) where flags & ${OVERLAPPING}::smallint = 0;
    create index on attempts_v5 (session_id) where flags <> 0 or decided is not null;
    create table attempt_forms_v5 (form_id uuid primary key, questions text not null);
  `,
  apply: async (client, events) => {
    const reviewed = new Set<string>();
    const note = (ids: readonly (string | null)[]): void => ids.forEach((id) => id !== null && reviewed.add(id));
    for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
      if (run.type === 'ScoreSubmitted') note(await insert(client, run.events));
      else for (const event of run.events) note(await applyOne(client, event));
    }
    return [...reviewed].map((id): LiveChange => ({ topic: 'review', id }));
  },
};

const ROWS = rowSet({
  attempt_id: 'uuid',
  user_id: 'uuid',
  session_id: 'uuid',
  course_id: 'uuid',
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
  claimed_started_at: 'timestamptz',
  claimed_completed_at: 'timestamptz',
  form_id: 'uuid',
  answers: 'text',
  free_text: 'text',
  sequence: 'bigint',
});

const FORMS = rowSet({ form_id: 'uuid', questions: 'text' });

const INSERT_FORMS = `
  insert into attempt_forms_v5 (${FORMS.columns}) select * from ${FORMS.source} as e on conflict do nothing`;

const INSERT = `insert into attempts_v5 (${ROWS.columns}) select * from ${ROWS.source} as e on conflict do nothing`;

const OVERLAP_OF_ONE_PLAYER = `a.user_id = e.user_id and a.completed_at > e.started_at + interval '1 second'
  and a.started_at < e.completed_at - interval '1 second' and a.completed_at - a.started_at > interval '1 second'`;

/**
 * Flags attempts that overlap another one of the same player by more than a second, in any class. One overlap is enough for a
 * new attempt, and only earlier attempts without the flag are searched. So a player who submits hundreds of overlapping
 * attempts costs little more than others.
 */
const FLAG_OVERLAPS = `
  with arrived as (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
      as e (attempt_id, user_id, started_at, completed_at)
    where e.completed_at - e.started_at > interval '1 second'
  ), overlapping as (
    select e.attempt_id from arrived e cross join lateral (
      select from attempts_v5 a where a.attempt_id <> e.attempt_id and ${OVERLAP_OF_ONE_PLAYER} limit 1) a
    union
    select a.attempt_id from arrived e cross join lateral (
      select attempt_id from attempts_v5 a
      where a.sequence < $5 and ${IS_NOT_FLAGGED} and ${OVERLAP_OF_ONE_PLAYER} offset 0) a
  )
  update attempts_v5 a set flags = flags | ${OVERLAPPING}::smallint
  where attempt_id in (select attempt_id from overlapping) and ${IS_NOT_FLAGGED}
  returning session_id`;

/** Inserts attempts. Returns the classes with flagged ones. */
async function insert(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<(string | null)[]> {
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
  const { rows: overlapping } = await client.query<Changed>(FLAG_OVERLAPS, [
    rows.map((row) => row.attempt_id),
    rows.map((row) => row.user_id),
    rows.map((row) => row.started_at),
    rows.map((row) => row.completed_at),
    events[0]!.sequence,
  ]);
  return [...rows.filter(({ flags }) => flags !== 0), ...overlapping].map(({ session_id }) => session_id);
}

interface Changed {
  session_id: string | null;
}

/** Changes attempts that arrived before. Returns the classes in which what is reviewed may have changed. */
async function applyOne(
  client: ProjectionClient,
  { type, data, sequence }: ProjectedEvent<LaterEvent>,
): Promise<(string | null)[]> {
  switch (type) {
    case 'ClassResumed':
      await client.query('update attempts_v5 set late = false where session_id = $1 and late and sequence < $2', [
        data.sessionId,
        sequence,
      ]);
      return [data.sessionId];
    case 'AttemptAccepted':
    case 'AttemptSetAside':
      return decide(client, data, type === 'AttemptSetAside', sequence);
    case 'DecisionUndone':
      return decide(client, data.attempt, data.attempt.decision === 'SetAside', sequence);
    case 'FlightVerified':
      return setLevel(client, data, data.level, []);
    case 'FlightDiffered':
      await client.query('update attempts_v5 set flown_score = $2, flown_passed = $3 where attempt_id = $1', [
        data.attemptId,
        data.flown.totalScore,
        data.flown.passed,
      ]);
      return setLevel(client, data, 'Reported', ['VerificationDiffers']);
    case 'PersonalDataErased':
      await client.query('update attempts_v5 set free_text = $2 where user_id = $1 and free_text is not null', [
        data.userId,
        ERASED,
      ]);
      return [];
  }
}

async function decide(
  client: ProjectionClient,
  { attemptId, sessionId }: { attemptId: string; sessionId: string },
  setAside: boolean,
  sequence: number,
): Promise<string[]> {
  await client.query(
    'update attempts_v5 set set_aside = $2, decided = $3 where attempt_id = $1 and coalesce(decided, 0) < $3',
    [attemptId, setAside, sequence],
  );
  return [sessionId];
}

async function setLevel(
  client: ProjectionClient,
  { attemptId, sessionId }: { attemptId: string; sessionId: string | null },
  level: ResultLevel,
  flags: readonly AttemptFlag[],
): Promise<(string | null)[]> {
  await client.query('update attempts_v5 set level = $2, flags = flags | $3 where attempt_id = $1', [
    attemptId,
    rankOfLevel(level),
    flagBits(flags),
  ]);
  return [sessionId];
}

const toRow = ({ data, recordedAt, sequence }: ProjectedEvent<ScoreSubmitted>, formId: string, answers: string) => ({
  attempt_id: data.attemptId,
  user_id: data.userId,
  session_id: data.sessionId,
  course_id: data.courseId,
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
  level: rankOfLevel(data.level ?? 'Reported'),
  flags: flagBits([...(data.flags ?? []), ...(data.tooFast ? (['TooFast'] as const) : [])]),
  started_at: data.startedAt,
  completed_at: data.completedAt,
  arrived_at: recordedAt,
  claimed_started_at: data.claimed?.startedAt,
  claimed_completed_at: data.claimed?.completedAt,
  form_id: formId,
  answers,
  free_text: data.freeText ?? null,
  sequence,
});
