import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '../../../api/contracts/live.contract.js';
import { live } from './live.js';
import type { LivePosition, LiveUpdate } from './live-client.js';

interface LiveUpdatesOptions<T> {
  topic: LiveTopic;
  /** Null while the id is unknown; nothing is watched then. */
  id: string | null;
  /** Position of the shown rows, from a load by HTTP. A newer load starts from its own position. */
  from: LivePosition | null;
  onUpdate: (update: LiveUpdate<T>) => void;
}

/** Calls `onUpdate` with the changes of a topic while the component is mounted; for pages that show a part of it. */
export function useLiveUpdates<T>({ topic, id, from, onUpdate }: LiveUpdatesOptions<T>): void {
  const handleUpdate = useEffectEvent(onUpdate);
  useEffect(() => {
    if (id === null || from === null) return undefined;
    return live().watch<T>({ topic, id, from, onUpdate: handleUpdate });
  }, [topic, id, from]);
}
