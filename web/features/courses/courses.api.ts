import { queryOptions } from '@tanstack/react-query';
import type { Group, VisibleClass } from '../../../api/contracts/group.contract.js';
import { api } from '../../shared/api-client/api.js';
import { ApiError, titleOf } from '../../shared/api-client/api-error.js';
import { keepsShownPage } from '../../shared/api-client/keeps-shown-page.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';

/** GET /users/me/groups: the courses the caller has joined. */
export const ownGroupsQuery = ({ background = false } = {}) =>
  queryOptions({
    queryKey: ['users', 'me', 'groups'],
    queryFn: (context) => api.call<Group[]>('/users/me/groups', { background, ...keepsShownPage(context) }),
  });

/** GET /sessions/{id}: a class with the name of its course. */
export const classQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: (context) => api.call<VisibleClass>(`/sessions/${id}`, keepsShownPage(context)),
    staleTime: 30_000,
  });

const LOOK_AGAIN_MS = 5_000;

/**
 * Loads a class in the background; null when the caller may not see it. With `current`, the class belongs to a course of the caller and
 * becomes visible once the server has caught up. The query therefore repeats until then.
 */
export const visibleClassQuery = (id: string, { current }: { current: boolean }) =>
  queryOptions({
    queryKey: ['sessions', id, 'visible', current],
    queryFn: () =>
      api.call<VisibleClass>(`/sessions/${id}`, { background: true }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (current && state.data === null ? LOOK_AGAIN_MS : false),
  });

/** Shows a toast when a change of a course failed; `failed` builds the text from the title of the server's response. */
export const toastFailure =
  (failed: (why: string) => string) =>
  (error: Error): void =>
    toast(failed(titleOf(error)), 'error');
