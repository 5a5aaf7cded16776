import { useSearchParams } from 'react-router-dom';

export type SearchChange = Readonly<Record<string, string | undefined>>;

/** Filters and sorting of a list, stored in the address so that the list can be linked; '' and undefined are omitted. */
export function useSearchInUrl(): [URLSearchParams, (change: SearchChange) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) => {
    // Reads the current address instead of the rendered one, because a debounced search runs after other changes.
    const current = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value) current.set(name, value);
      else current.delete(name);
    }
    setSearch(current, { replace: true });
  };
  return [search, change];
}
