import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Gradebook } from '../../../api/contracts/gradebook.contract.js';
import type { Scorecard } from '../../../api/contracts/score.contract.js';
import { api } from '../../shared/api-client/api.js';

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

/** What may come without changing the cell is looked for this often while a dialog shows it: late or worse attempts. */
const ATTEMPTS_AGAIN_MS = 15_000;

interface AttemptsAsked {
  sessionId: string;
  userId: string;
  /** Null: those of all scenarios. */
  scenarioId: string | null;
}

/** GET /scores/session/{id}/all: every attempt of a student, failed and late ones too, in the order of completion. */
export const attemptsQuery = ({ sessionId, userId, scenarioId }: AttemptsAsked) =>
  queryOptions({
    queryKey: ['attempts', sessionId, userId, scenarioId],
    queryFn: () => {
      const query = new URLSearchParams({ attempts: 'all', includeFailedScores: 'true', userId });
      if (scenarioId) query.set('scenarioId', scenarioId);
      return api.call<Scorecard[]>(`/scores/session/${sessionId}/all?${query.toString()}`, { background: true });
    },
    refetchInterval: ATTEMPTS_AGAIN_MS,
    gcTime: 0,
  });

/** Late attempts change no cell, so nothing tells of them. */
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
