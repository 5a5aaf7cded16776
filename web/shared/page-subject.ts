import { useEffect, useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

function show(next: string | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows the subject of the page, such as its class, in the tab title. */
export function usePageSubject(subject: string | undefined): void {
  useEffect(() => {
    show(subject ?? null);
    return () => show(null);
  }, [subject]);
}

/** Returns the subject of the shown page; null if it has none. */
export function useShownSubject(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
