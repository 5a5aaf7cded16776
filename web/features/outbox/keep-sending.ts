import { live } from '../../shared/live-client/live.js';
import { storedSignIn } from '../../shared/session/stored-sign-in.js';
import { outbox } from './own-outbox.js';
import { retryOnResume } from './retry-on-resume.js';

const send = (): void => void outbox.sendNow();

/** Sends the unsent results of the signed-in user. Repeats it when the network is back or the window gets the focus. */
export function keepSending(): () => void {
  const userId = storedSignIn.userId();
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
