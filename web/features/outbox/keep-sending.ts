import { live } from '../../shared/live-client/live.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { outbox } from './own-outbox.js';
import { retryOnResume } from './retry-on-resume.js';

const send = (): void => void outbox.sendNow();

/** Sends what the signed-in user has left in this browser, and again when the network or the user comes back. */
export function keepSending(): () => void {
  const userId = storedSession.userId();
  if (userId === null) return () => {};
  void outbox.open(userId);
  const stopRetrying = retryOnResume(outbox, live);
  window.addEventListener('online', send);
  window.addEventListener('focus', send);
  return () => {
    window.removeEventListener('online', send);
    window.removeEventListener('focus', send);
    stopRetrying();
    outbox.close();
  };
}
