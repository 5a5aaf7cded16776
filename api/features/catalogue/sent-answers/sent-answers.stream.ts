import { defineStream } from '../../../platform/eventsourcing/define-stream.js';
import { type SentAnswersEvent, sentAnswersEvents } from './sent-answers.events.js';

/** Command to send the correct answers of a catalogue to players, or to withhold them again. */
export interface ChangeSentAnswersInput {
  readonly catalogueId: string;
  readonly sent: boolean;
}

/** Withholds the correct answers of a catalogue from players, except for builds that score quizzes themselves. */
export const sentAnswersStream = defineStream({
  prefix: 'sent-answers',
  events: sentAnswersEvents,
  initialState: { sent: false },

  decide({ catalogueId, sent }: ChangeSentAnswersInput, state): SentAnswersEvent[] {
    if (sent === state.sent) return [];
    return [{ type: sent ? 'CatalogueAnswersSent' : 'CatalogueAnswersWithheld', data: { catalogueId } }];
  },

  evolve: (_, { type }) => ({ sent: type === 'CatalogueAnswersSent' }),
});
