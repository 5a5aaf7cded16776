import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group } from '../../../api/contracts/group.contract.js';
import type { User } from '../../../api/contracts/user.contract.js';
import { api } from '../../shared/api-client/api.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { ownCourseMessages as messages } from './own-course.messages.js';
import { ownGroupsQuery, toastFailure } from './courses.api.js';

/** PATCH /users/{userId}/groupSelection/latest/{groupId}: selects a course on all devices of the user. */
const selectCourse = (userId: string, courseId: string): Promise<void> =>
  api.call(`/users/${userId}/groupSelection/latest/${courseId}`, { method: 'PATCH', keepsPage: true });

/** Remembers the course that staff look at, also when they sign in elsewhere. */
export function useSelectCourse(userId: string) {
  const client = useQueryClient();
  return useMutation({
    // A choice made offline fails at once. Sent later, it would replace a newer one.
    networkMode: 'always',
    mutationFn: (courseId: string) => selectCourse(userId, courseId),
    onMutate: (courseId) =>
      client.setQueryData<User>(['users', userId], (user) => user && { ...user, lastGroupSelectionId: courseId }),
    // The course is shown all the same, only the next visit may begin with another.
    onError: (error) => console.error('Failed to remember the course:', error),
    onSettled: () => client.invalidateQueries({ queryKey: ownGroupsQuery().queryKey }),
  });
}

/** Switches the class that receives the user's own results to the running class of another course. */
export function useSwitchClass(userId: string) {
  const client = useQueryClient();
  const { queryKey } = ownGroupsQuery();
  return useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: 'switch-class' },
    networkMode: 'always',
    mutationFn: ({ id }: Group) => selectCourse(userId, id),
    onMutate: (course) =>
      client.setQueryData(queryKey, (groups) => groups && [course, ...groups.filter(({ id }) => id !== course.id)]),
    onSuccess: (_, { name }) => toast(messages.classSwitched(name), 'success'),
    onError: toastFailure(messages.couldNotSwitch),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
}
