import { queryOptions } from '@tanstack/react-query';
import type { RecordedFlight } from '../../../../api/contracts/recorded-flight.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/flights/{attemptId}: a recorded flight, which never changes. */
export const recordedFlightQuery = (sessionId: string, attemptId: string) =>
  queryOptions({
    queryKey: ['recorded-flight', sessionId, attemptId],
    queryFn: () => api.call<RecordedFlight>(`/sessions/${sessionId}/flights/${attemptId}`, { keepsPage: true }),
    staleTime: Infinity,
    retry: false,
  });
