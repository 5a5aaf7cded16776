import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** PUT /groups/{id}/activesession: starts a class now, the scheduled one if there is one. */
export const useStartClass = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (_: void, idempotencyKey) =>
      api.call<ClassSession | null>(`/groups/${id}/activesession`, { method: 'PUT', idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.start.couldNotStart),
    done: () => messages.start.started(name),
  });
