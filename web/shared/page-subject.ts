import { useEffect, useSyncExternalStore } from 'react';

let shown: string | null = null;
const listeners = new Set<() => void>();

function show(next: string | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Names what the page is about, such as its class, in the title of the tab while the page is shown. */
export function usePageSubject(subject: string | undefined): void {
  useEffect(() => {
    show(subject ?? null);
    return () => show(null);
  }, [subject]);
}

/** What the shown page is about; null when it has not said. */
export function useShownSubject(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
