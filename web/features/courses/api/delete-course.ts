import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** DELETE /groups/{id}. */
export const useDeleteCourse = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${id}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    failed: toastFailure('Failed to delete course'),
    done: () => `${name} is deleted.`,
  });
