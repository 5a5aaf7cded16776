import { api } from '../../shared/api-client/api.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { submitScore } from './api/submit-score.js';
import { Outbox } from './outbox.js';
import { browserStorage } from './result-storage.js';

/** The browser's outbox. */
export const outbox = new Outbox({
  storage: browserStorage(),
  send: submitScore,
  currentUser: storedSession.userId,
  serverOffsetMs: api.serverOffsetMs,
});
