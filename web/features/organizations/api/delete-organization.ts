import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/** DELETE /organizations/{id}. */
export const useDeleteOrganization = ({ id, name }: Organization) =>
  useOrganizationMutation({
    send: () => api.call<void>(`/organizations/${id}`, { method: 'DELETE' }),
    done: () => `${name} is deleted.`,
  });
