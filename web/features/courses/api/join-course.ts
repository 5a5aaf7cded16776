import { useQueryClient } from '@tanstack/react-query';
import type { JoinCourseRequest, JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';

/** POST /groups/join: joins a course, and its class when one runs. */
export function useJoinCourse(onJoined: (joined: JoinCourseResponse) => void) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: JoinCourseRequest, idempotencyKey) =>
      api.call<JoinCourseResponse>('/groups/join', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onSuccess: (joined) => {
      void client.invalidateQueries({ queryKey: ['users'] });
      onJoined(joined);
    },
  });
}
