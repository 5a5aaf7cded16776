import { queryOptions } from '@tanstack/react-query';
import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** Late attempts change no cell, so nothing tells of them. */
const AGAIN_MS = 60_000;

/** GET /scores/session/{id}/all: the attempts of a class that arrived too late to count. */
export const lateAttemptsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['late-attempts', sessionId],
    queryFn: () =>
      api.call<Scorecard[]>(`/scores/session/${sessionId}/all?attempts=all&includeFailedScores=true&late=true`, {
        background: true,
      }),
    refetchInterval: AGAIN_MS,
  });
