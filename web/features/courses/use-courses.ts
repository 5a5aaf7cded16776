import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Group } from '../../../api/contracts/group.contract.js';
import { titleOf } from '../../shared/api-client/api-error.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { groupsQuery } from './api/get-groups.js';

/** A course that has or had a class. */
export interface RunCourse {
  group: Group;
  sessionId: string;
}

/** All courses of the caller by name; undefined while they load. */
export function useCourses(): readonly Group[] | undefined {
  const { data, error } = useQuery(groupsQuery());
  useEffect(() => {
    if (error) toast(`Failed to get groups: ${titleOf(error)}`, 'error');
  }, [error]);
  return data?.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The courses of the 'Select Course' list: those with an active or last active class. */
export function runCourses(groups: readonly Group[]): RunCourse[] {
  return groups.flatMap((group) => {
    const sessionId = group.activeSessionId ?? group.lastActiveSessionId;
    return sessionId ? [{ group, sessionId }] : [];
  });
}
