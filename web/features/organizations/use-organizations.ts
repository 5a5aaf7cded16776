import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Organization } from '../../../api/contracts/organization.contract.js';
import { useLiveUpdates } from '../../shared/live-client/use-live-updates.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { organizationsQuery } from './api/get-organizations.js';
import { organizationsMessages as messages } from './organizations.messages.js';
import { byName, applyLiveOrganizations } from './organization-list.js';

/** Returns all organizations by name, kept current while other administrators change them. */
export function useOrganizations() {
  const client = useQueryClient();
  const { queryKey } = organizationsQuery();
  const { data, error, refetch } = useQuery(organizationsQuery());

  useErrorToast(error, messages.couldNotFetch);

  useLiveUpdates<Organization>({
    topic: 'organizations',
    id: 'all',
    from: data?.from ?? null,
    onUpdate: (update) =>
      client.setQueryData(
        queryKey,
        (cached) => cached && { ...cached, organizations: applyLiveOrganizations(cached.organizations, update) },
      ),
  });
  return {
    organizations: data && byName(data.organizations),
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}
