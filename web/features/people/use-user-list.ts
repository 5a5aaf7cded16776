import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { User } from '../../../api/contracts/user.contract.js';
import type { LiveUpdate } from '../../shared/live-client/live-client.js';
import { useLiveUpdates } from '../../shared/live-client/use-live-updates.js';
import { useErrorToast } from '../../shared/toasts/use-error-toast.js';
import { usersQuery } from './people.api.js';
import { peopleMessages as messages } from './people.messages.js';
import { takeLiveUsers, type UserListQuery } from './user-list.js';

const AGAIN_MS = 700;

/** Loads one page of users, kept current while other administrators change users; `topicId` is an organization or `all`. */
export function useUserList(query: UserListQuery, topicId: string | null) {
  const client = useQueryClient();
  const options = usersQuery(query);
  const { data, error, isPlaceholderData, refetch } = useQuery(options);
  const loadAgain = useReload();

  useErrorToast(error, messages.notFetched);

  useLiveUpdates<User>({
    topic: 'users',
    id: topicId,
    from: isPlaceholderData ? null : (data?.from ?? null),
    onUpdate: ({ full, rows }: LiveUpdate<User>) => {
      const cached = client.getQueryData(options.queryKey);
      if (full || !cached) return loadAgain(true);
      if (rows.length === 0) return undefined;
      const { list, stale } = takeLiveUsers(cached, rows);
      client.setQueryData(options.queryKey, list);
      return loadAgain(stale);
    },
  });
  return { list: data, failed: error !== null && !data, busy: isPlaceholderData, retry: () => void refetch() };
}

/** Reloads the figures and, when requested, the list, once per burst of changes. Each open page waits for a different time. */
function useReload() {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listToo = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (list: boolean) => {
    listToo.current ||= list;
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: ['users', 'stats'] });
        if (listToo.current) void client.invalidateQueries({ queryKey: ['users', 'list'] });
        listToo.current = false;
      },
      AGAIN_MS * (0.5 + Math.random()),
    );
  };
}
