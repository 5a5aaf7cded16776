import { runsOfType } from '../../platform/eventsourcing/projecting/runs-of-type.js';
import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import type { ScoreSubmitted } from '../scores/score.events.js';
import { RESULT_SCHEMA, RESULT_TABLES } from './attempts.tables.js';
import { applyLater, LATER_EVENTS, type LaterEvent } from './apply-later.js';
import { ChangedResults } from './changed-results.js';
import { insertAttempts } from './insert-attempts.js';
import { mergeBefore, mergePortion } from './merge-later.js';

type HandledEvent = ScoreSubmitted | LaterEvent;

/**
 * Every accepted attempt, and what follows from them: gradebooks, leaderboards and responses to quizzes. A projection reads only its own
 * tables, so one that decides which attempt counts needs all of them, because a decision can be undone. These read models share them
 * instead of keeping copies.
 *
 * A new attempt of a course with the default rules is merged by SQL. After any other event, the results of the cells that it concerns
 * follow from the rules of `contracts`. Both give the same results. A decision finds the results as of its point in the log.
 *
 * The first version was 17, after the sum of those that it replaces, because builds compare the sums of all versions (see `Candidacy`).
 */
export const attemptsProjection: Projection<HandledEvent> = {
  name: 'attempts',
  version: 19,
  replaces: ['gradebook', 'leaderboards', 'quiz-responses'],
  handles: ['ScoreSubmitted', ...LATER_EVENTS],
  tables: RESULT_TABLES,
  schema: RESULT_SCHEMA,
  apply: (client, events) => applyEvents(client, events, 'now'),
  // A student plays a scenario several times, and each better attempt would replace the rows of the one before.
  rebuilding: { apply: (client, events) => applyEvents(client, events, 'later'), finish: mergePortion },
};

async function applyEvents(
  client: ProjectionClient,
  events: readonly ProjectedEvent<HandledEvent>[],
  merging: 'now' | 'later',
): Promise<readonly LiveChange[]> {
  const changed = new ChangedResults();
  for (const run of runsOfType<ProjectedEvent<HandledEvent>>(events)) {
    if (run.type === 'ScoreSubmitted') {
      await insertAttempts(client, run.events, changed, merging);
      continue;
    }
    for (const event of run.events) {
      if (merging === 'later') await mergeBefore(client, event);
      await applyLater(client, event, changed);
    }
  }
  return changed.all();
}
