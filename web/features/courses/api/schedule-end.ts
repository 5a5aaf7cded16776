import type { ClassSession, CourseListing, EndDateRequest } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { toMoment } from '../../../shared/local-time.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { useCourseMutation } from './use-course-mutation.js';

/**
 * PUT /groups/{id}/enddate; null cancels the scheduled end. A failure is only logged, and the dialog shows the reason
 * (docs/rules.md#toasts).
 */
export const useScheduleEnd = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (end: Date | null, idempotencyKey) => {
      const body: EndDateRequest = { newEndDate: end && toMoment(end), isImmediate: false };
      return api.call<ClassSession | null>(`/groups/${id}/enddate`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      });
    },
    failed: (error) => console.error('Failed to set end date:', error),
    done: (end) => (end ? messages.end.scheduled(name) : messages.end.cancelled(name)),
  });
