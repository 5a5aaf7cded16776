import { randomUUID } from 'node:crypto';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { withQuestionIds } from '../../../api/contracts/question-ids.rule.js';
import { attemptStream, decideScore } from '../../../api/features/scores/score.stream.js';
import type { EventStore } from '../../../api/platform/eventsourcing/event-store.js';
import { systemContext } from '../../../api/platform/eventsourcing/system-context.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { makeAttempt } from '../../simulate/make-attempt.js';

/** Enough parallel appends to keep the group append busy. */
const APPENDS_AT_ONCE = 512;
/** Longer than an attempt, so that no student plays two at a time, which would be flagged. */
const ATTEMPT_EVERY_MS = 125_000;

export interface ScoresToAppend {
  readonly count: number;
  /** Lower for large attempts. */
  readonly atOnce?: number;
  readonly scenarios: readonly Scenario[];
  readonly userIds: readonly string[];
  readonly classOfAttempt: {
    readonly courseId: string;
    readonly sessionId: string;
    readonly organizationId: string;
  };
}

/** Appends attempts of all students in all scenarios in turn, one after the other, as intake would have stored them. */
export async function appendScores(store: EventStore, scores: ScoresToAppend): Promise<void> {
  const { count, atOnce = APPENDS_AT_ONCE, userIds, classOfAttempt } = scores;
  const scenarios = withQuestionIds(scores.scenarios);
  const begin = Date.now() - Math.ceil(count / userIds.length) * ATTEMPT_EVERY_MS;
  const startedAt = new Date(begin).toISOString();
  await inParallel(atOnce, Array.from({ length: count }), async (_, index) => {
    const userId = userIds[index % userIds.length]!;
    const turn = Math.floor(index / userIds.length);
    const scenario = scenarios[turn % scenarios.length]!;
    const now = new Date(begin + (turn + 1) * ATTEMPT_EVERY_MS);
    const { organizationId, sessionId } = classOfAttempt;
    const event = decideScore({
      attempt: makeAttempt(scenario, sessionId, 0, now),
      userId,
      organizationId,
      scenario,
      classOfAttempt: { ...classOfAttempt, startedAt, endedAt: null, onRoster: true, joinedAt: null },
      now: now.getTime(),
    });
    const { metadata } = systemContext(now);
    const byStudent = { ...metadata, actorId: userId, actorRole: 'User', organizationId, address: '127.0.0.1' };
    const stream = attemptStream.name(event.data.attemptId);
    await store.appendToStream(stream, 'no-stream', [{ ...event, eventId: randomUUID(), metadata: byStudent }]);
  });
}
