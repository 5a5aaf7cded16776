import { useSearchInUrl } from '../../shared/use-search-in-url.js';

/** What the list of boards shows, kept in the address. */
export function useBoardsInUrl() {
  const [search, change] = useSearchInUrl();
  return {
    search: search.get('search') ?? '',
    /** Counted from 0. */
    page: Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1) || 0,
    onSearch: (text: string) => change({ search: text, page: undefined }),
    onPage: (page: number) => change({ page: page === 0 ? undefined : String(page + 1) }),
  };
}
