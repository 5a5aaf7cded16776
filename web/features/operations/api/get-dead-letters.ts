import { queryOptions } from '@tanstack/react-query';
import type { DeadLetters } from '../../../../api/contracts/dead-letter.contract.js';
import { api } from '../../../shared/api-client/api.js';

const AGAIN_MS = 5_000;

/** GET /system/dead-letters, polled: a dead letter disappears when its replay has succeeded. */
export const deadLettersQuery = () =>
  queryOptions({
    queryKey: ['dead-letters'],
    queryFn: () => api.call<DeadLetters>('/system/dead-letters', { background: true }),
    refetchInterval: AGAIN_MS,
    retry: false,
  });
