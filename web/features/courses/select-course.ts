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

/** Stores the course that staff selected, so that it is also selected on other devices. */
export function useSelectCourse(userId: string) {
  const client = useQueryClient();
  return useMutation({
    // A selection made offline fails immediately. Sent later, it would replace a newer one.
    networkMode: 'always',
    mutationFn: (courseId: string) => selectCourse(userId, courseId),
    onMutate: (courseId) =>
      client.setQueryData<User>(['users', userId], (user) => user && { ...user, lastGroupSelectionId: courseId }),
    // The selected course stays on the page. Only the next visit may start with another one.
    onError: (error) => console.error('Failed to remember the course:', error),
    onSettled: () => client.invalidateQueries({ queryKey: ownGroupsQuery().queryKey }),
  });
}

/** Switches the class that receives the user's own results to the running class of another course. */
export function useSwitchClass(userId: string) {
  const client = useQueryClient();
  const { queryKey } = ownGroupsQuery();
  return useMutation({
    // Requests run one after the other, so that the last selection wins.
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
