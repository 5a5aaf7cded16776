import { queryOptions } from '@tanstack/react-query';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** GET /sessions/{id}/members: the students by name, who are known sooner than what they answered. */
export const studentsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['quiz-students', sessionId],
    queryFn: () => api.call<Member[]>(`/sessions/${sessionId}/members`, { keepsPage: true }),
    staleTime: Infinity,
    gcTime: 0,
  });
