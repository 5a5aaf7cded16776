import { userPersonalData } from './features/people/user.events.js';
import { sandboxPersonalData } from './features/sandboxes/sandbox.events.js';
import { scorePersonalData } from './features/scores/score.events.js';
import type { PersonalDataRegistry } from './platform/eventsourcing/personal-data.js';
import { streams } from './streams.js';

/** What of the log's events is encrypted, by event type. */
export const personalData: PersonalDataRegistry = {
  ...userPersonalData,
  ...streams.personalData,
  ...sandboxPersonalData,
  ...scorePersonalData,
};
