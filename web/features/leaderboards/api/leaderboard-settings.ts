import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ChangeLeaderboardRequest, LeaderboardSettings } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';

/** GET /groups/{id}/leaderboard: what a course shows its students of its boards. */
export const leaderboardSettingsQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['leaderboard-settings', courseId],
    queryFn: () => api.call<LeaderboardSettings>(`/groups/${courseId}/leaderboard`, { keepsPage: true }),
  });

/** PUT /groups/{id}/leaderboard. */
export function useChangeLeaderboard(courseId: string, done: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: ChangeLeaderboardRequest, idempotencyKey) =>
      api.call<LeaderboardSettings>(`/groups/${courseId}/leaderboard`, { method: 'PUT', body, idempotencyKey }),
    onSuccess: (settings) => {
      client.setQueryData(leaderboardSettingsQuery(courseId).queryKey, settings);
      toast(done, 'success');
    },
  });
}
