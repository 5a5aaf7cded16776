import { queryOptions } from '@tanstack/react-query';
import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { api } from '../../../shared/api-client/api.js';

const AGAIN_MS = 15_000;

/** GET /users/accessCodes, polled: no live topic covers changes by other administrators. */
export const accessCodesQuery = () =>
  queryOptions({
    queryKey: ['access-codes'],
    queryFn: () => api.call<AccessCode[]>('/users/accessCodes', { background: true }),
    refetchInterval: AGAIN_MS,
  });
