import { useEffect, useState } from 'react';
import { followRoom, type SharedMoment } from './room-channel.js';

/** The moments that a room has been told; `get` returns null before the first one. */
export interface FollowedMoments {
  readonly get: () => SharedMoment | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Follows the window that leads a room. `state` is `alone` while no window leads it. Moments are outside React, because they change with
 * every frame of a playback.
 */
export function useRoomFollow(room: string): { state: 'waiting' | 'following' | 'alone'; moments: FollowedMoments } {
  const [state, setState] = useState<'waiting' | 'following' | 'alone'>('waiting');
  const [moments] = useState(createMoments);
  useEffect(
    () =>
      followRoom(room, {
        onMoment(moment) {
          moments.set(moment);
          setState('following');
        },
        onAlone: () => setState('alone'),
      }),
    [room, moments],
  );
  return { state, moments };
}

function createMoments() {
  let newest: SharedMoment | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => newest,
    set(moment: SharedMoment): void {
      newest = moment;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
