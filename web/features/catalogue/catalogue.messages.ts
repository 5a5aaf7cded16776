import { defineMessages } from '../../shared/messages/messages.js';

export const catalogueMessages = defineMessages('catalogue', {
  couldNotLoad: 'Failed to get scenarios',
});
