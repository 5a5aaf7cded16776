import { queryOptions } from '@tanstack/react-query';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { api } from '../../../shared/api-client/api.js';

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
