import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { coursesMessages as pageMessages } from '../courses.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** PUT /groups/{groupId}/{ownerId}: another instructor runs the course. */
export const useChangeInstructor = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (ownerId: string, idempotencyKey) =>
      api.call<unknown>(`/groups/${id}/${ownerId}`, { method: 'PUT', idempotencyKey, keepsPage: true }),
    failed: toastFailure(pageMessages.couldNotUpdate),
    done: () => messages.instructor.done(name),
  });
