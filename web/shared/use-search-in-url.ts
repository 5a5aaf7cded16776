import { useSearchParams } from 'react-router-dom';

export type SearchChange = Readonly<Record<string, string | undefined>>;

/** What a list is narrowed to and sorted by, kept in the address so that it can be linked; '' and undefined are left out. */
export function useSearchInUrl(): [URLSearchParams, (change: SearchChange) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) => {
    // not what the last rendering knew: a search that waited for the typing to pause comes after other changes
    const current = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value) current.set(name, value);
      else current.delete(name);
    }
    setSearch(current, { replace: true });
  };
  return [search, change];
}
