import { atom } from '../state/jotai.js';
import type { ConnectionState } from './connection.js';
import { live } from './live.js';

/** State of the live connection, for the live sign. */
export const connectionAtom = atom<ConnectionState>('idle');

connectionAtom.onMount = (set) => {
  set(live().state());
  return live().onState(set);
};

/** True while changes arrive, over a socket or by polling. */
export const receivesUpdatesAtom = atom((get) => ['live', 'polling'].includes(get(connectionAtom)));
