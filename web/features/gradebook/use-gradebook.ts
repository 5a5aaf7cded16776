import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { gradebookMessages as messages } from './gradebook.messages.js';
import { gradebookQuery } from './api/get-gradebook.js';
import { openGradebook } from './open-gradebook.js';

/** Loads a class's gradebook; undefined while it loads, and when it `failed`. */
export function useGradebook(sessionId: string) {
  const { data, error, refetch } = useQuery(gradebookQuery(sessionId));
  useErrorToast(error, messages.couldNotLoad);
  const gradebook = useMemo(() => data && { session: data.session, open: openGradebook(data) }, [data]);
  return { gradebook, failed: error !== null && !data, retry: () => void refetch() };
}
