import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** DELETE /groups/{id}/activesession: ends the class now, and where asked its players' accounts with it. */
export const useEndClass = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (disableMembers: boolean, idempotencyKey) => {
      const query = disableMembers ? '?disableMemberAccounts=true' : '';
      return api.call<ClassSession | null>(`/groups/${id}/activesession${query}`, {
        method: 'DELETE',
        idempotencyKey,
        keepsPage: true,
      });
    },
    failed: toastFailure(messages.endNow.failed),
    done: () => messages.endNow.done(name),
  });
