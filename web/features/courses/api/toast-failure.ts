import { titleOf } from '../../../shared/api-client/api-error.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** How a failed change of courses is told: what failed, and the server's title (product §8). */
export const toastFailure =
  (what: string) =>
  (error: Error): void =>
    toast(`${what}: ${titleOf(error)}`, 'error');
