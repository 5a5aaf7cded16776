import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { HelpRow } from '../../../api/contracts/presence.contract.js';
import { createRowStore, type RowStore } from '../../shared/live-client/row-store.js';

export type HelpStore = RowStore<HelpRow>;

/** The open help requests of the class that is shown; without a class a store that stays empty. */
export const HelpContext = createContext<HelpStore>(createRowStore<HelpRow>());

/** The ids of all open requests. */
export const openRequestIds = (store: HelpStore): string[] =>
  [...store.entries()].flatMap(([, { value }]) => (value ? [value.helpId] : []));

/** How many students of the class ask for help. */
export function useHelpCount(): number {
  const store = use(HelpContext);
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribeAny(listener), [store]),
    () => openRequestIds(store).length,
  );
}

/** The open request of one student, if there is one. */
export function useHelpRequest(userId: string): HelpRow | null {
  const store = use(HelpContext);
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(userId, listener), [store, userId]),
    () => store.get(userId)?.value ?? null,
  );
}
