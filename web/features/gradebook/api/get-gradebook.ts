import { queryOptions, type QueryClient } from '@tanstack/react-query';
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

/** How long an answer waits for the page that shows it. */
const AHEAD_MS = 10_000;

/** Asks for it before the page is there. */
export const askForGradebook = (client: QueryClient, sessionId: string): Promise<void> =>
  client.prefetchQuery({ ...gradebookQuery(sessionId), gcTime: AHEAD_MS });
