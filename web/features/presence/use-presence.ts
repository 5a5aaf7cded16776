import { useEffect, useState } from 'react';
import type { LiveRow } from '../../../api/contracts/live.contract.js';
import type { PresenceRow } from '../../../api/contracts/presence.contract.js';
import { live } from '../../shared/live-client/live.js';
import { toast } from '../../shared/toasts/toasts.atoms.js';
import { presenceMessages as messages } from './presence.messages.js';

type Rows = ReadonlyMap<string, LiveRow<PresenceRow>>;

/** Where the students of a class are, by user id; null until it is known. A row that is gone has no value. */
export function usePresence(sessionId: string): Rows | null {
  const [seen, setSeen] = useState<{ sessionId: string; rows: Rows } | null>(null);
  useEffect(() => {
    let rows: Rows = new Map();
    return live().watch<PresenceRow>({
      topic: 'presence',
      id: sessionId,
      onRefused: () => toast(messages.liveRefused, 'warning'),
      onUpdate: (update) => {
        rows = merged(update.full ? new Map() : rows, update.rows);
        setSeen({ sessionId, rows });
      },
    });
  }, [sessionId]);
  return seen?.sessionId === sessionId ? seen.rows : null;
}

function merged(rows: Rows, incoming: readonly LiveRow<PresenceRow>[]): Rows {
  const newer = incoming.filter(({ key, sequence }) => sequence > (rows.get(key)?.sequence ?? 0));
  return new Map([...rows, ...newer.map((row) => [row.key, row] as const)]);
}
