import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import { useAccessCodeMutation } from './use-access-code-mutation.js';

/** DELETE /users/accessCodes/{id}. */
export const useDeleteAccessCode = ({ id, code }: AccessCode) =>
  useAccessCodeMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/users/accessCodes/${id}`, { method: 'DELETE', idempotencyKey }),
    done: () => messages.deleteDialog.deleted(code),
  });
