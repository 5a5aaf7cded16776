import { titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** Shows that a change of courses failed; `failed` builds the text from the server's title. */
export const toastFailure =
  (failed: (why: string) => string) =>
  (error: Error): void =>
    toast(failed(titleOf(error)), 'error');
