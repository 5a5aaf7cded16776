import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ownGroupsQuery } from './api/get-own-groups.js';

const LOOK_EVERY_MS = 30_000;

/**
 * The player's courses, and the running class that receives the results; null while none is running. `look` reads them again,
 * which also happens twice a minute, for browsers without a live connection.
 */
export function useRunningClass() {
  const client = useQueryClient();
  const { data: groups = [] } = useQuery(ownGroupsQuery());
  const sessionId = groups.find(({ activeSessionId }) => activeSessionId !== null)?.activeSessionId ?? null;
  const look = useCallback(
    // what fails now is looked at again; a page in play must not give way to an error
    () => void client.fetchQuery({ ...ownGroupsQuery({ background: true }), staleTime: 0 }).catch(() => {}),
    [client],
  );
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look]);
  return { sessionId, groups, look };
}
