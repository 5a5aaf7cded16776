import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { JoinCourseRequest, JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import { api } from '../../../shared/api-client/api.js';

/** POST /groups/join: joins a course, and its class when one runs. */
export function useJoinCourse(onJoined: (joined: JoinCourseResponse) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: JoinCourseRequest) =>
      api.call<JoinCourseResponse>('/groups/join', { method: 'POST', body, background: true }),
    onSuccess: (joined) => {
      void client.invalidateQueries({ queryKey: ['users'] });
      onJoined(joined);
    },
  });
}
