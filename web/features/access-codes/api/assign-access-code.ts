import type { AccessCode } from '../../../../api/contracts/access-code.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { accessCodesMessages as messages } from '../access-codes.messages.js';
import { useAccessCodeMutation } from './use-access-code-mutation.js';

/** PUT /organizations/accessCodes/{code}/{organizationId}: assigns a code, which is possible once. */
export const useAssignAccessCode = ({ code }: AccessCode) =>
  useAccessCodeMutation({
    send: (organizationId: string, idempotencyKey) =>
      api.call<void>(`/organizations/accessCodes/${encodeURIComponent(code)}/${organizationId}`, {
        method: 'PUT',
        idempotencyKey,
      }),
    done: () => messages.assignDialog.assigned(code),
  });
