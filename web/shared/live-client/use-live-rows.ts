import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { LiveRow, LiveTopic } from '../../../api/contracts/live.contract.js';
import type { LivePosition } from './live-client.js';
import { sharedMessages as messages } from '../shared.messages.js';
import { toast } from '../toasts/toasts.atoms.js';
import { live } from './live.js';
import { createRowStore, type RowStore } from './row-store.js';

interface LiveRowsOptions<T> {
  topic: LiveTopic;
  id: string;
  store: RowStore<T>;
  /** Position of the store's rows, when a first load by HTTP has filled it. */
  from?: LivePosition | undefined;
}

/** Keeps a row store up to date while the component is mounted. */
export function useLiveRows<T>({ topic, id, store, from }: LiveRowsOptions<T>): void {
  useEffect(
    () =>
      live().watch<T>({
        topic,
        id,
        ...(from && { from }),
        onRefused: () => toast(messages.liveRefused, 'warning'),
        onUpdate: ({ full, rows }) => (full ? store.replace(rows) : store.apply(rows)),
      }),
    [topic, id, store, from],
  );
}

/** Returns one row, kept current. */
export function useRow<T>(store: RowStore<T>, key: string): LiveRow<T> | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => store.get(key));
}

/** Returns the value of a single-row topic, kept current; undefined until it arrives and after it is deleted. */
export function useLiveSnapshot<T>(topic: LiveTopic, id: string): T | undefined {
  // Each id gets its own store, so that another id's values never show.
  const store = useMemo(() => ({ id, rows: createRowStore<T>() }), [id]).rows;
  useLiveRows({ topic, id, store });
  return useRow(store, 'snapshot')?.value ?? undefined;
}
