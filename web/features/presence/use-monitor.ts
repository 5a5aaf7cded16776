import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { membersQuery } from './api/get-members.js';
import { monitoredStudents, type MonitoredStudent } from './monitor.js';
import { presenceMessages as messages } from './presence.messages.js';
import { usePresence } from './use-presence.js';

/** Everybody on the roster of a class and where they are, live; null while it loads, and when it `failed`. */
export function useMonitor(sessionId: string): {
  students: readonly MonitoredStudent[] | null;
  failed: boolean;
  retry: () => void;
} {
  const rows = usePresence(sessionId);
  const { data, error, refetch } = useQuery(membersQuery(sessionId));
  useErrorToast(error, messages.monitor.notFetched);

  const members = useMemo(() => data && new Map(data.map((member) => [member.id, member])), [data]);
  const students = useMemo(() => rows && members && monitoredStudents(rows, members), [rows, members]);
  const unknown = students?.find(({ member }) => !member)?.userId;
  // somebody joined: once for each, whose name may stay unknown
  useEffect(() => {
    if (unknown !== undefined) void refetch();
  }, [unknown, refetch]);
  return { students: students ?? null, failed: error !== null && !data, retry: () => void refetch() };
}
