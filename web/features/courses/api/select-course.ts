import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../api/contracts/user.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** PATCH /users/{userId}/groupSelection/latest/{groupId}: remembers the course one looks at, also when one signs in elsewhere. */
export function useSelectCourse(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (courseId: string) =>
      api.call<void>(`/users/${userId}/groupSelection/latest/${courseId}`, { method: 'PATCH', background: true }),
    onMutate: (courseId) =>
      client.setQueryData<User>(['users', userId], (user) => user && { ...user, lastGroupSelectionId: courseId }),
    // the course is shown all the same, only the next visit may begin with another
    onError: (error) => console.error('Failed to remember the course:', error),
  });
}
