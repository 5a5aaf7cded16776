import { defineMessages } from './messages/messages.js';

/** Texts of the levels of results, by name of the level. */
export const levelsMessages = defineMessages('levels', {
  names: { Reported: 'Reported', Witnessed: 'Witnessed', Verified: 'Verified' },
  sentences: {
    Reported: 'Reported: only the game says so.',
    Witnessed: 'Witnessed: the server saw the attempt begin.',
    Verified: 'Verified: the server computed the result itself.',
  },
});
