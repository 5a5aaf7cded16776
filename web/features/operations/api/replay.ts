import { useQueryClient } from '@tanstack/react-query';
import type { ReplayRequest } from '../../../../api/contracts/dead-letter.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { replayWords } from '../dead-letter-words.js';
import { deadLettersQuery } from './get-dead-letters.js';
import { systemStatusQuery } from './get-system-status.js';

/** POST /system/dead-letters/replay. */
export function useReplay() {
  const client = useQueryClient();
  return useSubmission({
    send: (body: ReplayRequest, idempotencyKey) =>
      api.call<unknown>('/system/dead-letters/replay', { method: 'POST', body, idempotencyKey, keepsPage: true }),
    onSuccess: (_, { kind }) => toast(replayWords(kind).started, 'success'),
    onSettled: () =>
      Promise.all(
        [deadLettersQuery(), systemStatusQuery()].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
      ),
  });
}
