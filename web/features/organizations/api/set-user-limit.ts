import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/** PUT /organizations/{id}/userlimit. */
export const useSetUserLimit = ({ id, name }: Organization) =>
  useOrganizationMutation({
    send: (userLimit: number, idempotencyKey) =>
      api.call<void>(`/organizations/${id}/userlimit?userLimit=${userLimit}`, { method: 'PUT', idempotencyKey }),
    done: (userLimit) => messages.limitDialog.done(name, userLimit),
  });
