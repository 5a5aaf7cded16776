import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { organizationsQuery } from './api/get-organizations.js';
import { byName } from './organization-list.js';

/** The names to choose from, for pages of other things; empty while they load and when they cannot be loaded. */
export function useOrganizationChoices(enabled: boolean): readonly { id: string; name: string }[] {
  const { data, error } = useQuery({ ...organizationsQuery(), enabled });
  useEffect(() => {
    if (error) console.error('Failed to fetch organizations:', error);
  }, [error]);
  return byName(data?.organizations ?? []);
}
