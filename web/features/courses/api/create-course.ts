import type { CreateGroupRequest, Group } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** POST /groups. */
export const useCreateCourse = () =>
  useCourseMutation({
    send: (body: CreateGroupRequest, idempotencyKey) =>
      api.call<Group>('/groups', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.create.failed),
    done: ({ name }) => messages.create.done(name),
  });
