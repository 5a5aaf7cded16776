import { defineStream } from '../../../platform/eventsourcing/define-stream.js';
import { type AnswersEvent, answersEvents, type DebriefEvent, debriefEvents } from './class-releases.events.js';

/** Time of the release in ISO 8601; null while nothing is released. */
export interface ClassRelease {
  readonly releasedAt: string | null;
}

/** Command to release something of a class to its students, or to withhold it again. `now` is in ISO 8601. */
export interface ChangeRelease {
  readonly courseId: string;
  readonly sessionId: string;
  readonly released: boolean;
  readonly now: string;
}

const WITHHELD: ClassRelease = { releasedAt: null };

/** Releases the answers of a class to its students, or withholds them again. */
export const answersStream = defineStream({
  prefix: 'answers',
  events: answersEvents,
  initialState: WITHHELD,

  decide({ courseId, sessionId, released, now }: ChangeRelease, state): AnswersEvent[] {
    if (released === (state.releasedAt !== null)) return [];
    return released
      ? [{ type: 'AnswersReleased', data: { courseId, sessionId, releasedAt: now } }]
      : [{ type: 'AnswersWithheld', data: { courseId, sessionId, withheldAt: now } }];
  },

  evolve: (_, event): ClassRelease => ({
    releasedAt: event.type === 'AnswersReleased' ? event.data.releasedAt : null,
  }),
});

/** Releases the debrief of a class to its students, or withholds it again. */
export const debriefStream = defineStream({
  prefix: 'debrief',
  events: debriefEvents,
  initialState: WITHHELD,

  decide({ courseId, sessionId, released, now }: ChangeRelease, state): DebriefEvent[] {
    if (released === (state.releasedAt !== null)) return [];
    return released
      ? [{ type: 'DebriefReleased', data: { courseId, sessionId, releasedAt: now } }]
      : [{ type: 'DebriefWithheld', data: { courseId, sessionId, withheldAt: now } }];
  },

  evolve: (_, event): ClassRelease => ({
    releasedAt: event.type === 'DebriefReleased' ? event.data.releasedAt : null,
  }),
});
