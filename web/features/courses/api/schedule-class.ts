import type { ClassSession, CourseListing, ScheduleClassRequest } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { toMoment } from '../../../shared/local-time.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import { toastFailure } from './toast-failure.js';
import { useCourseMutation } from './use-course-mutation.js';

/** PUT /groups/{id}/scheduledsession; null cancels the scheduled start. */
export const useScheduleClass = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (start: Date | null, idempotencyKey) => {
      const body: ScheduleClassRequest = { scheduledStartDate: start && toMoment(start) };
      return api.call<ClassSession | null>(`/groups/${id}/scheduledsession`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      });
    },
    failed: toastFailure(messages.start.couldNotSchedule),
    done: (start) => (start ? messages.start.scheduled(name) : messages.start.cancelled(name)),
  });
