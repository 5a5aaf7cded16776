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

/** The same for a class somebody may have been taken out of: null, not another page, when it is no longer theirs to see. */
export const visibleSessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', id, 'visible'],
    queryFn: () =>
      api.call<ClassSessionDetails>(`/sessions/${id}`, { background: true }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
