import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Gradebook } from '../../../api/contracts/gradebook.contract.js';
import type { Scorecard } from '../../../api/contracts/score.contract.js';
import { api } from '../../shared/api-client/api.js';

/** GET /sessions/{id}/gradebook: the first load. Live rows continue from its sequence. */
export const gradebookQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['gradebook', sessionId],
    queryFn: () => api.call<Gradebook>(`/sessions/${sessionId}/gradebook`),
    staleTime: Infinity,
    gcTime: 0,
  });

/** How long a prefetched response is kept until the page uses it. */
const PREFETCH_FRESH_MS = 10_000;

/** Prefetches the gradebook before its page renders. */
export const prefetchGradebook = (client: QueryClient, sessionId: string): Promise<void> =>
  client.prefetchQuery({ ...gradebookQuery(sessionId), gcTime: PREFETCH_FRESH_MS });

/** Poll interval while a dialog shows attempts. Late or worse attempts do not change the cell, so no live row announces them. */
const ATTEMPTS_REFETCH_MS = 15_000;

interface SelectedAttempts {
  sessionId: string;
  userId: string;
  /** Null for the attempts of all scenarios. */
  scenarioId: string | null;
}

/** GET /scores/session/{id}/all: every attempt of a student, including failed and late ones, in the order of completion. */
export const attemptsQuery = ({ sessionId, userId, scenarioId }: SelectedAttempts) =>
  queryOptions({
    queryKey: ['attempts', sessionId, userId, scenarioId],
    queryFn: () => {
      const query = new URLSearchParams({ attempts: 'all', includeFailedScores: 'true', userId });
      if (scenarioId) query.set('scenarioId', scenarioId);
      return api.call<Scorecard[]>(`/scores/session/${sessionId}/all?${query.toString()}`, { background: true });
    },
    refetchInterval: ATTEMPTS_REFETCH_MS,
    gcTime: 0,
  });

/** Late attempts do not change a cell, so they must be polled. */
const LATE_AGAIN_MS = 60_000;

/** GET /scores/session/{id}/all: the attempts of a class that arrived too late to count. */
export const lateAttemptsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['late-attempts', sessionId],
    queryFn: () =>
      api.call<Scorecard[]>(`/scores/session/${sessionId}/all?attempts=all&includeFailedScores=true&late=true`, {
        background: true,
      }),
    refetchInterval: LATE_AGAIN_MS,
  });
