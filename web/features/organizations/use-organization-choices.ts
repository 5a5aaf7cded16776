import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { organizationsQuery } from './api/get-organizations.js';
import { byName } from './organization-list.js';

/** Returns the organizations for select fields of other pages; empty while loading and after a failure. */
export function useOrganizationChoices(enabled: boolean): readonly { id: string; name: string }[] {
  const { data, error } = useQuery({ ...organizationsQuery(), enabled });
  useEffect(() => {
    if (error) console.error('Failed to fetch organizations:', error);
  }, [error]);
  return byName(data?.organizations ?? []);
}
