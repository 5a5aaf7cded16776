import { flagBits } from '../../contracts/attempt-flags.rule.js';
import { rankOfLevel } from '../../contracts/result-level.rule.js';
import { ATTEMPT_FLAGS } from '../../contracts/recording.contract.js';
import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { scopeOf, type StepEvent, stepOf } from './recorded-step.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** The recording of a class has a new step or attempt. The id is the class's. */
    recording: string;
  }
}

type RecordedEvent = ScoreSubmitted | StepEvent;

/**
 * The steps of classes in order of the log, for their recordings. Steps and attempts are finished JSON, because a recording contains
 * 90,000 attempts, which are read as text and not built. `scope_id` of a step is the class, course or catalogue that it belongs to, or
 * `PLATFORM`. The changes of a roster are in `rosters.projection.ts`, which decides about them.
 */
export const recordingsProjection: Projection<RecordedEvent> = {
  name: 'recordings',
  version: 1,
  handles: [
    'ScoreSubmitted',
    'ClassScheduled',
    'ClassScheduleCancelled',
    'ClassStarted',
    'ClassEndScheduled',
    'ClassEnded',
    'ClassResumed',
    'LeaderboardFrozen',
    'LeaderboardRevealed',
    'LeaderboardNamingChanged',
    'LeaderboardsCleared',
    'AnswersReleased',
    'AnswersWithheld',
    'CataloguePublished',
    'FlightVerified',
    'FlightDiffered',
    'AttemptAccepted',
    'AttemptSetAside',
    'DecisionUndone',
    'ResultsThatCountChanged',
  ],
  tables: ['recorded_attempts_v1', 'recorded_steps_v1'],
  schema: `
    create table recorded_attempts_v1 (
      session_id uuid,
      sequence bigint,
      user_id uuid not null,
      scenario_id uuid not null,
      figures text not null,
      primary key (session_id, sequence)
    );
    create table recorded_steps_v1 (
      scope_id uuid,
      sequence bigint,
      step text not null,
      primary key (scope_id, sequence)
    );
  `,
  apply: async (client, events) => {
    const changed = new Set<string>();
    for (const run of runsOfType<ProjectedEvent<RecordedEvent>>(events)) {
      if (run.type === 'ScoreSubmitted') await keepAttempts(client, run.events);
      else await keepSteps(client, run.events);
      for (const { data } of run.events) {
        if ('attempt' in data) changed.add(data.attempt.sessionId);
        else if ('sessionId' in data && data.sessionId !== null) changed.add(data.sessionId);
      }
    }
    return [...changed].map((id): LiveChange => ({ topic: 'recording', id }));
  },
};

const ATTEMPTS = rowSet({
  session_id: 'uuid',
  sequence: 'bigint',
  user_id: 'uuid',
  scenario_id: 'uuid',
  figures: 'text',
});
const KEEP_ATTEMPTS = `
  insert into recorded_attempts_v1 (${ATTEMPTS.columns}) select * from ${ATTEMPTS.source} as e on conflict do nothing`;

const STEPS = rowSet({ scope_id: 'uuid', sequence: 'bigint', step: 'text' });
const KEEP_STEPS = `
  insert into recorded_steps_v1 (${STEPS.columns}) select * from ${STEPS.source} as e on conflict do nothing`;

async function keepAttempts(
  client: ProjectionClient,
  events: readonly ProjectedEvent<ScoreSubmitted>[],
): Promise<void> {
  const ofClasses = events.filter(({ data }) => data.sessionId !== null);
  if (ofClasses.length > 0) await client.query(KEEP_ATTEMPTS, ATTEMPTS.parameters(ofClasses.map(toAttemptRow)));
}

async function keepSteps(client: ProjectionClient, events: readonly ProjectedEvent<StepEvent>[]): Promise<void> {
  const ofClasses = events.filter((event) => scopeOf(event) !== null);
  if (ofClasses.length > 0) await client.query(KEEP_STEPS, STEPS.parameters(ofClasses.map(toStepRow)));
}

const toStepRow = (event: ProjectedEvent<StepEvent>) => ({
  scope_id: scopeOf(event),
  sequence: event.sequence,
  step: JSON.stringify(stepOf(event)),
});

const toAttemptRow = ({ data, sequence, metadata }: ProjectedEvent<ScoreSubmitted>) => ({
  session_id: data.sessionId,
  sequence,
  user_id: data.userId,
  scenario_id: data.scenarioId,
  figures: figuresOf(data, Date.parse(metadata.occurredAt)),
});

/** Returns the part of a `RecordedAttempt` after its scenario, without the brackets of the array. */
function figuresOf(data: ScoreSubmitted['data'], arrivedAt: number): string {
  const counted = data.questionScorecards.filter((question) => (question.maxScore ?? 0) > 0);
  const correct = counted.filter((question) => question.score === question.maxScore).length;
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = data;
  const times = [arrivedAt, Date.parse(data.startedAt), Date.parse(data.completedAt)];
  const level = rankOfLevel(data.level ?? 'Reported');
  const points = [totalScore, maxTotalScore, questionsScore, maxQuestionsScore, correct, counted.length];
  return `${times.join(',')},${points.join(',')},${flagsOf(data)},${level},${flagBits(data.flags ?? [])},"${data.attemptId}"`;
}

const flagsOf = (data: ScoreSubmitted['data']): number =>
  (data.passed ? ATTEMPT_FLAGS.passed : 0) +
  (data.tooFast ? ATTEMPT_FLAGS.tooFast : 0) +
  (data.late ? ATTEMPT_FLAGS.late : 0) +
  (data.campaignType === 'Compete' ? ATTEMPT_FLAGS.compete : 0) +
  (data.scoreCardType === 'Quiz' ? ATTEMPT_FLAGS.quiz : 0);
