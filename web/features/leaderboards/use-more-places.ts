import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeaderboardEntry } from '../../../api/contracts/leaderboard.contract.js';
import { PLACES } from './api/get-leaderboard.js';
import { morePlacesQuery } from './api/get-more-places.js';
import type { BoardScope } from './board-scope.js';
import { useAfterChange } from './use-after-change.js';

/** Every page shown is loaded again after a change, so it happens less often the more there are. */
const EVERY_MS = 5_000;

/** The places below the live ones. */
export interface MorePlaces {
  places: readonly LeaderboardEntry[];
  /** Loads the next places; null when there are none. */
  showMore: (() => void) | null;
  loading: boolean;
}

/** Loads places below the live ones on request, and again some seconds after `topScores` has changed. */
export function useMorePlaces(scope: BoardScope, topScores: readonly LeaderboardEntry[]): MorePlaces {
  const first = topScores.length;
  const [wanted, setWanted] = useState(false);
  const { data, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...morePlacesQuery(scope),
    enabled: wanted,
  });
  const pages = data?.pages ?? [];
  useAfterChange(topScores, EVERY_MS * Math.max(1, pages.length), data !== undefined, () => void refetch());
  const live = new Set(topScores.map(({ userId }) => userId));
  const next = () => (wanted ? void fetchNextPage() : setWanted(true));
  return {
    places: pages.flat().filter(({ userId, rank }) => rank > first && !live.has(userId)),
    showMore: (wanted ? hasNextPage : first === PLACES) ? next : null,
    loading: wanted && isFetching && (data === undefined || hasNextPage),
  };
}
