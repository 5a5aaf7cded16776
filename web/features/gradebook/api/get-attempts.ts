import { queryOptions } from '@tanstack/react-query';
import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** What may come without changing the cell is looked for this often while a dialog shows it: late or worse attempts. */
const AGAIN_MS = 15_000;

export interface AttemptsAsked {
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
    refetchInterval: AGAIN_MS,
    gcTime: 0,
  });
