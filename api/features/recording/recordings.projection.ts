import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { rowSet } from '../../platform/eventsourcing/row-set.js';
import { scopeOf, type StepEvent, stepOf } from './recorded-step.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** The recording of a class has a new step or attempt. The id is the class's. */
    recording: string;
  }
}

/**
 * The steps of classes in order of the log, for their recordings, as finished JSON. `scope_id` of a step is the class, course or catalogue that it belongs to, or
 * `PLATFORM`. The attempts are in `attempts.projection.ts`, and the changes of a roster in `rosters.projection.ts`, which decides about them.
 */
export const recordingsProjection: Projection<StepEvent> = {
  name: 'recordings',
  version: 2,
  handles: [
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
    'PointsSet',
    'ResultExcused',
    'ResultCommented',
    'DecisionsCleared',
    'ScenarioRegraded',
    'DecisionUndone',
    'GradingChanged',
  ],
  tables: ['recorded_steps_v2'],
  schema: `
    create table recorded_steps_v2 (
      scope_id uuid,
      sequence bigint,
      step text not null,
      primary key (scope_id, sequence)
    );
  `,
  apply: async (client, events) => {
    const changed = new Set<string>();
    await keepSteps(client, events);
    for (const { data } of events) {
      if ('sessionId' in data && data.sessionId !== null) changed.add(data.sessionId);
    }
    return [...changed].map((id): LiveChange => ({ topic: 'recording', id }));
  },
};

const STEPS = rowSet({ scope_id: 'uuid', sequence: 'bigint', step: 'text' });
const KEEP_STEPS = `
  insert into recorded_steps_v2 (${STEPS.columns}) select * from ${STEPS.source} as e on conflict do nothing`;

async function keepSteps(client: ProjectionClient, events: readonly ProjectedEvent<StepEvent>[]): Promise<void> {
  const ofClasses = events.filter((event) => scopeOf(event) !== null);
  if (ofClasses.length > 0) await client.query(KEEP_STEPS, STEPS.parameters(ofClasses.map(toStepRow)));
}

const toStepRow = (event: ProjectedEvent<StepEvent>) => ({
  scope_id: scopeOf(event),
  sequence: event.sequence,
  step: JSON.stringify(stepOf(event)),
});
