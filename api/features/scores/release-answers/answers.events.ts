import { z } from 'zod';
import type { DomainEvent } from '../../../platform/eventsourcing/message.js';

const id = z.uuid();
const moment = z.iso.datetime();

/** Stream `answers-{sessionId}`: whether the students of a class may read the answers and explanations of their attempts. */
export const answersEvents = {
  AnswersReleased: z.object({ courseId: id, sessionId: id, releasedAt: moment }),
  AnswersWithheld: z.object({ courseId: id, sessionId: id, withheldAt: moment }),
} as const;

type Events = { [Type in keyof typeof answersEvents]: DomainEvent<Type, z.infer<(typeof answersEvents)[Type]>> };

export type AnswersEvent = Events[keyof Events];

export const answersStream = (sessionId: string): string => `answers-${sessionId}`;
