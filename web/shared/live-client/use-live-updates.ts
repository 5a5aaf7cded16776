import { useEffect, useEffectEvent } from 'react';
import type { LiveTopic } from '../../../api/contracts/live.contract.js';
import { live } from './live.js';
import type { LivePosition, LiveUpdate } from './live-client.js';

interface LiveUpdatesOptions<T> {
  topic: LiveTopic;
  /** Null: not known yet, nothing is watched. */
  id: string | null;
  /** What is already on screen, from a load by HTTP; a newer load starts from its own. */
  from: LivePosition | null;
  onUpdate: (update: LiveUpdate<T>) => void;
}

/** Hears the changes of a topic while the component is mounted; for pages that hold a part of it. */
export function useLiveUpdates<T>({ topic, id, from, onUpdate }: LiveUpdatesOptions<T>): void {
  const heard = useEffectEvent(onUpdate);
  useEffect(() => {
    if (id === null || from === null) return undefined;
    return live().watch<T>({ topic, id, from, onUpdate: heard });
  }, [topic, id, from]);
}
