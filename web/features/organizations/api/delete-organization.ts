import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/** DELETE /organizations/{id}. */
export const useDeleteOrganization = ({ id, name }: Organization) =>
  useOrganizationMutation({
    send: (_: void, idempotencyKey) => api.call<void>(`/organizations/${id}`, { method: 'DELETE', idempotencyKey }),
    done: () => messages.deleteDialog.done(name),
  });
