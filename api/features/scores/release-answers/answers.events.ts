import { z } from 'zod';
import { event, type EventsOf, on } from '../../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const moment = z.iso.datetime();
const audit = { target: on('course', 'courseId') };

/** Stream `answers-{sessionId}`: whether the students of a class may read the answers and explanations of their attempts. */
export const answersEvents = {
  AnswersReleased: event(z.object({ courseId: id, sessionId: id, releasedAt: moment }), { audit }),
  AnswersWithheld: event(z.object({ courseId: id, sessionId: id, withheldAt: moment }), { audit }),
} as const;

type Events = EventsOf<typeof answersEvents>;
export type AnswersEvent = Events[keyof Events];
