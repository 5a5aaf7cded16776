import { z } from 'zod';
import { event, type EventsOf, on } from '../../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const moment = z.iso.datetime();
const audit = { target: on('course', 'courseId') };

const released = event(z.object({ courseId: id, sessionId: id, releasedAt: moment }), { audit });
const withheld = event(z.object({ courseId: id, sessionId: id, withheldAt: moment }), { audit });

/** Stream `answers-{sessionId}`: whether the students of a class may read the answers and explanations of their attempts. */
export const answersEvents = { AnswersReleased: released, AnswersWithheld: withheld } as const;

/** Stream `debrief-{sessionId}`: whether each student of a class may see the own debrief. */
export const debriefEvents = { DebriefReleased: released, DebriefWithheld: withheld } as const;

export type AnswersEvent = EventsOf<typeof answersEvents>[keyof typeof answersEvents];
export type DebriefEvent = EventsOf<typeof debriefEvents>[keyof typeof debriefEvents];
