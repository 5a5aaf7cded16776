import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import { useAccessCodeMutation } from './use-access-code-mutation.js';

/** POST /users/accessCodes. */
export const useAddAccessCode = () =>
  useAccessCodeMutation({
    send: (_: void, idempotencyKey) => api.call<AccessCode>('/users/accessCodes', { method: 'POST', idempotencyKey }),
    done: ({ code }) => messages.added(code),
  });
