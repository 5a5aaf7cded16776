import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useAccessCodeMutation } from './use-access-code-mutation.js';

/** POST /users/accessCodes. */
export const useAddAccessCode = () =>
  useAccessCodeMutation({
    send: () => api.call<AccessCode>('/users/accessCodes', { method: 'POST' }),
    done: ({ code }) => `Access code ${code} is ready to be assigned.`,
  });
