import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClassRelease, ChangeReleaseRequest } from '../../../../api/contracts/results.contract.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';

/** Switch that releases the answers of all quizzes of a class to its students, or withholds them again. */
export function AnswerReleaseSwitch({ sessionId }: { sessionId: string }) {
  const texts = messages.release;
  const { data } = useQuery(answerReleaseQuery(sessionId));
  const change = useReleaseAnswers(sessionId);
  if (!data) return null;
  return (
    <Toggle
      label={texts.label}
      tone="quiet"
      checked={data.releasedAt !== null}
      words={[texts.released, texts.withheld]}
      hint={texts.hint}
      disabled={change.isPending}
      onChange={(released) => change.mutate({ released })}
    />
  );
}

/** GET /sessions/{id}/answers: whether students of a class may see the answers of their attempts. */
const answerReleaseQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['answer-release', sessionId],
    queryFn: () => api.call<ClassRelease>(`/sessions/${sessionId}/answers`, { keepsPage: true }),
  });

/** PUT /sessions/{id}/answers. */
function useReleaseAnswers(sessionId: string) {
  const client = useQueryClient();
  return useSubmission({
    send: (body: ChangeReleaseRequest, idempotencyKey) =>
      api.call<ClassRelease>(`/sessions/${sessionId}/answers`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onSuccess: (release) => {
      client.setQueryData(answerReleaseQuery(sessionId).queryKey, release);
      toast(release.releasedAt === null ? messages.release.doneWithheld : messages.release.doneReleased, 'success');
    },
    onError: () => toast(messages.release.failed, 'error'),
  });
}
