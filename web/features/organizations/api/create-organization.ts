import { useRef } from 'react';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { api } from '../../../shared/api-client/api.js';
import { organizationsMessages } from '../organizations.messages.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/**
 * GET /organizations/names/{name}, and POST /organizations/{name} when no organization has the name
 * (docs/rules.md#new-organizations).
 */
export function useCreateOrganization() {
  const sentKey = useRef('');
  return useOrganizationMutation({
    send: async (name: string, idempotencyKey) => {
      const path = encodeURIComponent(name);
      // A repeat would find the organization that the first request may have created.
      if (sentKey.current !== idempotencyKey) {
        const taken = await api.call<Organization | ''>(`/organizations/names/${path}`);
        if (taken) throw new ApiError(409, organizationsMessages.createDialog.isTaken(taken.name));
      }
      sentKey.current = idempotencyKey;
      return api.call<Organization>(`/organizations/${path}`, { method: 'POST', idempotencyKey });
    },
    done: organizationsMessages.createDialog.done,
  });
}
