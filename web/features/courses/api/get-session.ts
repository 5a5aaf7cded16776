import { queryOptions } from '@tanstack/react-query';
import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}: a class with its course's name. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', id],
    queryFn: () => api.call<ClassSessionDetails>(`/sessions/${id}`),
    staleTime: 30_000,
  });
