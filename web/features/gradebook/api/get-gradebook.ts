import { queryOptions } from '@tanstack/react-query';
import type { Gradebook } from '../../../../api/contracts/gradebook.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/gradebook: the first load; live rows follow from its sequence. */
export const gradebookQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['gradebook', sessionId],
    queryFn: () => api.call<Gradebook>(`/sessions/${sessionId}/gradebook`),
    staleTime: Infinity,
    gcTime: 0,
  });
