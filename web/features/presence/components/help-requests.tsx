import { type ReactNode, useEffect, useState } from 'react';
import type { HelpRow } from '../../../../api/contracts/presence.contract.js';
import { live } from '../../../shared/live-client/live.js';
import { createRowStore } from '../../../shared/live-client/row-store.js';
import { HelpContext, type HelpStore, openRequestIds } from '../help-requests.js';
import { playHelpSound } from '../help-sound.js';

interface HelpRequestsProps {
  sessionId: string;
  children: ReactNode;
}

/** Follows the open help requests of a class for the components inside. Render with the class id as `key`. */
export function HelpRequests({ sessionId, children }: HelpRequestsProps) {
  const [store] = useState(() => createRowStore<HelpRow>());
  useEffect(() => followRequests(sessionId, store), [sessionId, store]);
  return <HelpContext value={store}>{children}</HelpContext>;
}

/** Keeps the store current, and plays the sound for requests that open after the first answer of the server. */
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
