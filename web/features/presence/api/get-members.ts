import { queryOptions } from '@tanstack/react-query';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/members: the students on the roster of a class. */
export const membersQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'members'],
    queryFn: () => api.call<Member[]>(`/sessions/${sessionId}/members`),
  });
