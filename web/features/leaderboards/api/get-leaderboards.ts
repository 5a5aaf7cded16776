import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeaderboardListings } from '../../../../api/contracts/leaderboard.contract.js';
import { api } from '../../../shared/api-client/api.js';

export const BOARDS_PER_PAGE = 25;

/** GET /scores/leaderboards: the boards of all classes, for system admins; `page` counts from 0. */
export const leaderboardsQuery = ({ search, page }: { search: string; page: number }) =>
  queryOptions({
    queryKey: ['leaderboards', search, page],
    queryFn: () => {
      const query = new URLSearchParams({
        limit: String(BOARDS_PER_PAGE),
        offset: String(page * BOARDS_PER_PAGE),
        ...(search && { search }),
      });
      return api.call<LeaderboardListings>(`/scores/leaderboards?${query}`);
    },
    placeholderData: keepPreviousData,
  });
