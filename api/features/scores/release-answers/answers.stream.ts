import { defineStream } from '../../../platform/eventsourcing/define-stream.js';
import { type AnswersEvent, answersEvents } from './answers.events.js';

/** Time at which the answers of a class were released, in ISO 8601; null while they are withheld. */
export interface ReleasedAnswers {
  readonly releasedAt: string | null;
}

/** Command to release or withhold the answers. `now` is in ISO 8601. */
export interface ChangeRelease {
  readonly courseId: string;
  readonly sessionId: string;
  readonly released: boolean;
  readonly now: string;
}

/** Releases the answers of a class to its students, or withholds them again. */
export const answersStream = defineStream({
  prefix: 'answers',
  events: answersEvents,
  initialState: { releasedAt: null } as ReleasedAnswers,

  decide({ courseId, sessionId, released, now }: ChangeRelease, { releasedAt }): AnswersEvent[] {
    if (released === (releasedAt !== null)) return [];
    return released
      ? [{ type: 'AnswersReleased', data: { courseId, sessionId, releasedAt: now } }]
      : [{ type: 'AnswersWithheld', data: { courseId, sessionId, withheldAt: now } }];
  },

  evolve(_, event): ReleasedAnswers {
    return { releasedAt: event.type === 'AnswersReleased' ? event.data.releasedAt : null };
  },
});
