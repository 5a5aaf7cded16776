import { api } from '../../shared/api-client/api.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { submitScore } from './api/submit-score.js';
import { ResultOutbox } from './outbox.js';
import { browserStorage } from './result-storage.js';

/** The browser's outbox. */
export const outbox = new ResultOutbox({
  storage: browserStorage(),
  send: submitScore,
  currentUser: storedSignIn.userId,
  serverOffsetMs: api.serverOffsetMs,
});
