import { z } from 'zod';
import { event, type EventsOf, onPlatform } from '../../../platform/eventsourcing/define-events.js';

const data = z.object({ catalogueId: z.uuid() });
const audit = { target: onPlatform };

/** Stream `sent-answers-{catalogueId}`: whether players receive the correct answers with the catalogue. */
export const sentAnswersEvents = {
  CatalogueAnswersSent: event(data, { audit }),
  CatalogueAnswersWithheld: event(data, { audit }),
} as const;

type Events = EventsOf<typeof sentAnswersEvents>;
export type SentAnswersEvent = Events[keyof Events];
