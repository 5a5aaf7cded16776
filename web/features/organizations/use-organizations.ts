import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Organization } from '../../../api/contracts/organization.contract.js';
import { useLiveUpdates } from '../../shared/live-client/use-live-updates.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { organizationsQuery } from './api/get-organizations.js';
import { byName, takeLiveOrganizations } from './organization-list.js';

/** All organizations by name, kept current while other administrators work. */
export function useOrganizations() {
  const client = useQueryClient();
  const { queryKey } = organizationsQuery();
  const { data, error, refetch } = useQuery(organizationsQuery());

  useErrorToast(error, 'Failed to fetch organizations');

  useLiveUpdates<Organization>({
    topic: 'organizations',
    id: 'all',
    from: data?.from ?? null,
    onUpdate: (update) =>
      client.setQueryData(
        queryKey,
        (held) => held && { ...held, organizations: takeLiveOrganizations(held.organizations, update) },
      ),
  });
  return {
    organizations: data && byName(data.organizations),
    failed: error !== null && !data,
    retry: () => void refetch(),
  };
}

/** The names to choose from, for pages of other things; empty while they load and when they cannot be loaded. */
export function useOrganizationChoices(enabled: boolean): readonly { id: string; name: string }[] {
  const { data, error } = useQuery({ ...organizationsQuery(), enabled });
  useEffect(() => {
    if (error) console.error('Failed to fetch organizations:', error);
  }, [error]);
  return byName(data?.organizations ?? []);
}
