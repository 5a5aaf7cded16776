import { atom, getDefaultStore } from '../state/jotai.js';
import { sideAwayFromAction, type ToastSide } from './toast-side.js';

export type Severity = 'info' | 'success' | 'warning' | 'error';

/** A button of a message, such as one that undoes what the message reports. It also hides the message. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  message: string;
  severity: Severity;
  /** Path of the page that the toast belongs to. */
  path: string;
  action?: ToastAction;
}

/** More would cover the page. */
const MOST_SHOWN = 3;

let lastId = 0;

/** The shown messages, newest last. */
export const toastsAtom = atom<readonly Toast[]>([]);

/** Edge of the window where the messages are shown. */
export const toastSideAtom = atom<ToastSide>('bottom');

/**
 * Shows a message on the current page until it hides or the page is left. To announce the outcome of a navigation, navigate first. A
 * repeated message replaces its first copy.
 */
export function toast(message: string, severity: Severity = 'info', action?: ToastAction): void {
  lastId += 1;
  const next: Toast = { id: lastId, message, severity, path: window.location.pathname, ...(action && { action }) };
  const store = getDefaultStore();
  store.set(toastSideAtom, sideAwayFromAction());
  store.set(toastsAtom, (shown) => bounded([...shown.filter((other) => !isSame(other, next)), next]));
}

const isSame = (one: Toast, other: Toast): boolean => one.message === other.message && one.severity === other.severity;

/** Drops the oldest message above the limit; errors are dropped last. */
function bounded(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MOST_SHOWN) return toasts;
  const dropped = toasts.find(({ severity }) => severity !== 'error') ?? toasts[0];
  return toasts.filter((toast) => toast !== dropped);
}

/** Removes one message. */
export const dropToastAtom = atom(null, (get, set, id: number) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.id !== id),
  ),
);

/** Removes the messages of every page except `path`; null removes all. */
export const keepToastsOfAtom = atom(null, (get, set, path: string | null) =>
  set(
    toastsAtom,
    get(toastsAtom).filter((toast) => toast.path === path),
  ),
);
