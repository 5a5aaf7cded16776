import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { gradebookQuery } from './api/get-gradebook.js';
import { openGradebook } from './open-gradebook.js';

/** Loads a class's gradebook; undefined while it loads. */
export function useGradebook(sessionId: string) {
  const { data, error } = useQuery(gradebookQuery(sessionId));
  useEffect(() => {
    if (error) toast('Failed to get session scorecards', 'error');
  }, [error]);
  return useMemo(() => data && { session: data.session, open: openGradebook(data) }, [data]);
}
