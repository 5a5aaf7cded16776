import { useQueryClient } from '@tanstack/react-query';
import type { Organization } from '../../../../api/contracts/organization.contract.js';
import { api } from '../../../shared/api-client/api.js';
import { organizationsMessages as messages } from '../organizations.messages.js';
import { organizationQuery } from './get-organization.js';
import { useOrganizationMutation } from './use-organization-mutation.js';

/** PUT /organizations/{id}/recording. */
export function useRecordClasses({ id, name }: Organization) {
  const client = useQueryClient();
  return useOrganizationMutation({
    send: async (recordsClasses: boolean, idempotencyKey) => {
      const body = { recordsClasses };
      await api.call<void>(`/organizations/${id}/recording`, { method: 'PUT', body, idempotencyKey });
      await client.invalidateQueries({ queryKey: organizationQuery(id).queryKey });
    },
    done: (recordsClasses) => (recordsClasses ? messages.nowRecorded : messages.nowNotRecorded)(name),
    failed: () => messages.couldNotChangeRecording,
  });
}
