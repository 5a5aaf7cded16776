import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { api } from '../../../shared/api-client/api.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/** PUT /organizations/{id}/status. */
export const useSetOrganizationPaid = ({ id, name }: Organization) =>
  useOrganizationMutation({
    send: (isPaid: boolean, idempotencyKey) =>
      api.call<void>(`/organizations/${id}/status?isPaid=${isPaid}`, { method: 'PUT', idempotencyKey }),
    done: (isPaid) => (isPaid ? messages.isPaid : messages.isUnpaid)(name),
    failed: (error) => titleOf(error) || messages.couldNotSetPaid,
  });
