import { mdiHandBackRight } from '@mdi/js';
import { createContext, type ReactNode, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { HelpRow } from '../../../../api/contracts/presence.contract.js';
import { live } from '../../../shared/live-client/live.js';
import { createRowStore, type RowStore } from '../../../shared/live-client/row-store.js';
import { CountBadge } from '../../../shared/ui/count-badge.js';
import { Icon } from '../../../shared/ui/icon.js';
import { playHelpSound } from '../help-sound.js';
import { presenceMessages as messages } from '../presence.messages.js';
import styles from './help-requests.module.css';

type HelpStore = RowStore<HelpRow>;

/** The open help requests of the shown class. Without a class, a store that stays empty. */
const HelpContext = createContext<HelpStore>(createRowStore<HelpRow>());

interface HelpRequestsProps {
  sessionId: string;
  children: ReactNode;
}

/** Provides the open help requests of a class to the components inside. Render with the class id as `key`. */
export function HelpRequests({ sessionId, children }: HelpRequestsProps) {
  const [store] = useState(() => createRowStore<HelpRow>());
  useEffect(() => followRequests(sessionId, store), [sessionId, store]);
  return <HelpContext value={store}>{children}</HelpContext>;
}

/** Keeps the store current, and plays the sound for requests that open after the server's first response. */
function followRequests(sessionId: string, store: HelpStore): () => void {
  let known: ReadonlySet<string> | null = null;
  return live().watch<HelpRow>({
    topic: 'help',
    id: sessionId,
    onUpdate: ({ full, rows }) => {
      if (full) store.replace(rows);
      else store.apply(rows);
      const open = openRequestIds(store);
      if (known !== null && open.some((id) => !known?.has(id))) playHelpSound();
      known = new Set([...(known ?? []), ...open]);
    },
  });
}

/** Returns the ids of all open requests. */
const openRequestIds = (store: HelpStore): string[] =>
  [...store.entries()].flatMap(([, { value }]) => (value ? [value.helpId] : []));

/** Returns the number of students who have requested help. */
function useHelpCount(): number {
  const store = use(HelpContext);
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribeAny(listener), [store]),
    () => openRequestIds(store).length,
  );
}

/** Returns the open request of one student, or null. */
function useHelpRequest(userId: string): HelpRow | null {
  const store = use(HelpContext);
  return useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(userId, listener), [store, userId]),
    () => store.get(userId)?.value ?? null,
  );
}

/** Badge with the number of students who have requested help; empty when there are none. */
export function HelpCount() {
  const count = useHelpCount();
  return <CountBadge count={count} words={messages.requests.count(count)} />;
}

/** The count for screen readers, announced when it changes. */
export function HelpCountAnnouncement() {
  const count = useHelpCount();
  return (
    <p role="status" className="visually-hidden">
      {count > 0 && messages.requests.count(count)}
    </p>
  );
}

/** Raised hand beside the name of a student who has requested help. Outlined after a member of staff has responded. */
export function HelpMark({ userId }: { userId: string }) {
  const request = useHelpRequest(userId);
  if (!request) return null;
  const text = request.helper ? messages.requests.markTaken(request.helper.name) : messages.requests.mark;
  return (
    <span className={styles.mark} data-taken={request.helper !== null} title={text}>
      <Icon path={mdiHandBackRight} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
