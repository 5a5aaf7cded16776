import { atom, getDefaultStore } from '../state/jotai.js';

export type Severity = 'info' | 'success' | 'warning' | 'error';

export interface Toast {
  id: number;
  message: string;
  severity: Severity;
}

let lastId = 0;

/** Messages waiting to be shown, one after the other. */
export const toastsAtom = atom<readonly Toast[]>([]);

/** Queues a message for the corner of the screen. */
export function toast(message: string, severity: Severity = 'info'): void {
  lastId += 1;
  const next = { id: lastId, message, severity };
  getDefaultStore().set(toastsAtom, (waiting) => [...waiting, next]);
}

/** Takes the shown message off the queue. */
export const dropToastAtom = atom(null, (get, set, id: number) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  ),
);
