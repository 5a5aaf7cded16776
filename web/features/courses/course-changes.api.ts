import { useQueryClient } from '@tanstack/react-query';
import type {
  ClassSession,
  CourseListing,
  CreateGroupRequest,
  EndDateRequest,
  Group,
  ScheduleClassRequest,
} from '../../../api/contracts/group.contract.js';
import { api } from '../../shared/api-client/api.js';
import { toMoment } from '../../shared/local-time.js';
import { useSubmission } from '../../shared/forms/use-submission.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { courseDialogsMessages as messages } from './course-dialogs.messages.js';
import { toastFailure } from './courses.api.js';
import { coursesMessages as pageMessages } from './courses.messages.js';

/** POST /groups. */
export const useCreateCourse = () =>
  useCourseMutation({
    send: (body: CreateGroupRequest, idempotencyKey) =>
      api.call<Group>('/groups', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.create.failed),
    done: ({ name }) => messages.create.done(name),
  });

/** PUT /groups/{groupId}/{ownerId}: changes the instructor of a course. */
export const useChangeInstructor = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (ownerId: string, idempotencyKey) =>
      api.call<unknown>(`/groups/${id}/${ownerId}`, { method: 'PUT', idempotencyKey, keepsPage: true }),
    failed: toastFailure(pageMessages.couldNotUpdate),
    done: () => messages.instructor.done(name),
  });

/** DELETE /groups/{id}. */
export const useDeleteCourse = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${id}`, { method: 'DELETE', idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.delete.failed),
    done: () => messages.delete.done(name),
  });

/** PUT /groups/{id}/activesession: starts a class now; a scheduled class starts early. */
export const useStartClass = ({ id, name }: CourseListing) =>
  useCourseMutation({
    send: (_: void, idempotencyKey) =>
      api.call<ClassSession | null>(`/groups/${id}/activesession`, { method: 'PUT', idempotencyKey, keepsPage: true }),
    failed: toastFailure(messages.start.couldNotStart),
    done: () => messages.start.started(name),
  });

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

/**
 * PUT /groups/{id}/enddate; null cancels the scheduled end. A failure is only logged, because the dialog shows the reason
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

/** DELETE /groups/{id}/activesession: ends the class now and, when requested, disables its players' accounts. */
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

/** PUT /groups/{id}/lastactivesession: resumes the last class and, when requested, enables its players' accounts again. */
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

/** PUT /groups/{id}/members/{userId}/enabled: enables a student's account that the end of a class disabled. */
export const useEnableMember = (courseId: string, userId: string) =>
  useSubmission({
    send: (_: void, idempotencyKey) =>
      api.call<void>(`/groups/${courseId}/members/${userId}/enabled`, {
        method: 'PUT',
        idempotencyKey,
        keepsPage: true,
      }),
  });

interface CourseMutationOptions<Input, Output> {
  send: (input: Input, idempotencyKey: string) => Promise<Output>;
  failed: (error: Error) => void;
  /** Text of the toast after success. */
  done: (input: Input, output: Output) => string;
}

/** Runs a change of a course, shows a toast with the outcome, and reloads the courses. */
function useCourseMutation<Output, Input = void>({ send, failed, done }: CourseMutationOptions<Input, Output>) {
  const client = useQueryClient();
  return useSubmission({
    send,
    onError: failed,
    onSuccess: (output, input) => toast(done(input, output), 'success'),
    onSettled: () => client.invalidateQueries({ queryKey: ['groups'] }),
  });
}
