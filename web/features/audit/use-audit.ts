import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from './api/get-audit.js';

/** The entries loaded so far, newest first; undefined while the first come. */
export function useAudit(parameters: URLSearchParams) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    auditQuery(parameters),
  );
  return {
    entries: data?.pages.flatMap(({ entries }) => entries),
    failed: error !== null && !data,
    busy: isFetching,
    refresh: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
    loadingMore: isFetchingNextPage,
  };
}
