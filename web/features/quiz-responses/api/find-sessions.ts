import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions?name=: the classes of that name one runs, the newest first. */
export const findSessions = (name: string): Promise<ClassSessionDetails[]> =>
  api.call<ClassSessionDetails[]>(`/sessions?name=${encodeURIComponent(name)}`, { keepsPage: true });

/** GET /sessions/{id}: null when it is not there, or not for the one who asks. */
export const findSession = (id: string): Promise<ClassSessionDetails | null> =>
  api.call<ClassSessionDetails>(`/sessions/${encodeURIComponent(id)}`, { keepsPage: true }).catch(nullWhenRefused);

function nullWhenRefused(error: unknown): null {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
  throw error;
}
