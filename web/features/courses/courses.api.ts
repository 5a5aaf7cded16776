import { queryOptions } from '@tanstack/react-query';
import type { ClassSessionDetails, Group } from '../../../api/contracts/group.contract.js';
import { api } from '../../shared/api-client/api.js';
import { ApiError, titleOf } from '../../shared/api-client/api-error.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';

/** GET /users/me/groups: the courses the caller has joined. */
export const ownGroupsQuery = ({ background = false } = {}) =>
  queryOptions({
    queryKey: ['users', 'me', 'groups'],
    queryFn: () => api.call<Group[]>('/users/me/groups', { background }),
  });

/** GET /sessions/{id}: a class with its course's name. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: () => api.call<ClassSessionDetails>(`/sessions/${id}`),
    staleTime: 30_000,
  });

const LOOK_AGAIN_MS = 5_000;

/**
 * The same in the background for a class that the caller may not see: null instead of another page. `current`: the class of a
 * course the caller is in, which becomes visible once the server has caught up, so it is asked for again until then.
 */
export const visibleSessionQuery = (id: string, { current }: { current: boolean }) =>
  queryOptions({
    queryKey: ['sessions', id, 'visible', current],
    queryFn: () =>
      api.call<ClassSessionDetails>(`/sessions/${id}`, { background: true }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (current && state.data === null ? LOOK_AGAIN_MS : false),
  });

/** Shows that a change of courses failed; `failed` builds the text from the server's title. */
export const toastFailure =
  (failed: (why: string) => string) =>
  (error: Error): void =>
    toast(failed(titleOf(error)), 'error');
