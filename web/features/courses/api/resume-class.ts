import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** PUT /groups/{id}/lastactivesession: the last class goes on, and where asked its players' accounts are enabled again. */
export const useResumeClass = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (reenableMembers: boolean, idempotencyKey) => {
      const query = reenableMembers ? '?reenableMemberAccounts=true' : '';
      return api.call<ClassSession | null>(`/groups/${id}/lastactivesession${query}`, {
        method: 'PUT',
        idempotencyKey,
        keepsPage: true,
      });
    },
    failed: toastFailure(messages.resume.failed),
    done: () => messages.resume.done(name),
  });
