import { useMutation } from '@tanstack/react-query';
import { api } from '../../../shared/api-client/api.js';

/** PUT /groups/{id}/members/{userId}/enabled: enables a student whom the end of a class has disabled. */
export const useEnableMember = (courseId: string, userId: string) =>
  useMutation({
    mutationFn: () =>
      api.call<void>(`/groups/${courseId}/members/${userId}/enabled`, { method: 'PUT', background: true }),
  });
