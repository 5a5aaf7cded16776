import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Member } from '../../../api/contracts/user.contract.js';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { PresenceRow } from '../../../api/contracts/presence.contract.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { api } from '../../shared/api-client/api.js';
import { keepsShownPage } from '../../shared/api-client/keeps-shown-page.js';
import { live } from '../../shared/live-client/live.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { monitoredStudents, type MonitoredStudent } from './monitor.js';
import { presenceMessages as messages } from './presence.messages.js';

/** Returns all students on the roster of a class with their presence, live; `students` is null while loading and after a failure. */
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
  // loads the roster again once per new student, because the name may stay unknown
  useEffect(() => {
    if (unknown !== undefined) void refetch();
  }, [unknown, refetch]);
  return { students: students ?? null, failed: error !== null && !data, retry: () => void refetch() };
}

/** GET /sessions/{id}/members: the students on the roster of a class. */
const membersQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'members'],
    queryFn: (context) => api.call<Member[]>(`/sessions/${sessionId}/members`, keepsShownPage(context)),
  });

type Rows = ReadonlyMap<string, LiveRow<PresenceRow>>;

/** Returns the presence of the students of a class by user id; null while it loads. A removed row has no value. */
function usePresence(sessionId: string): Rows | null {
  const [seen, setSeen] = useState<{ sessionId: string; rows: Rows } | null>(null);
  useEffect(() => {
    let rows: Rows = new Map();
    return live().watch<PresenceRow>({
      topic: 'presence',
      id: sessionId,
      onRefused: () => toast(messages.liveRefused, 'warning'),
      onUpdate: (update) => {
        rows = merged(update.full ? new Map() : rows, update.rows);
        setSeen({ sessionId, rows });
      },
    });
  }, [sessionId]);
  return seen?.sessionId === sessionId ? seen.rows : null;
}

function merged(rows: Rows, incoming: readonly LiveRow<PresenceRow>[]): Rows {
  const newer = incoming.filter(({ key, sequence }) => sequence > (rows.get(key)?.sequence ?? 0));
  return new Map([...rows, ...newer.map((row) => [row.key, row] as const)]);
}
