import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** DELETE /groups/{id}. */
export const useDeleteCourse = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${id}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.delete.failed),
    done: () => messages.delete.done(name),
  });
