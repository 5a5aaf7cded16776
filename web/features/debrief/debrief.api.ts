import { queryOptions } from '@tanstack/react-query';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { api } from '../../shared/api-client/api.js';

/** GET /sessions/{id}/recording: everything that shows a class at any of its moments. Live rows continue from its sequence. */
export const recordingQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['recording', sessionId],
    queryFn: () => api.call<Recording>(`/sessions/${sessionId}/recording`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
