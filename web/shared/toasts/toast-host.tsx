import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useAtomValue, useSetAtom } from '../state/jotai.js';
import { ShownToast } from './shown-toast.js';
import styles from './toast-host.module.css';
import { followActions } from './toast-side.js';
import { dropToastAtom, keepToastsOfAtom, toastsAtom, toastSideAtom } from './toasts.atoms.js';

/**
 * Shows the messages of the current page in a stack, the newest at the edge of the window. The stack is a child of <body> so
 * that screen readers announce its messages while a dialog is open.
 */
export function ToastHost() {
  const { pathname } = useLocation();
  const all = useAtomValue(toastsAtom);
  const side = useAtomValue(toastSideAtom);
  const drop = useSetAtom(dropToastAtom);
  const keepOf = useSetAtom(keepToastsOfAtom);
  const stack = useRef<HTMLDivElement>(null);
  const toasts = all.filter(({ path }) => path === pathname);

  useEffect(followActions, []);
  useEffect(() => keepAnnounced(stack.current!), []);
  useEffect(() => keepOf(pathname), [keepOf, pathname]);
  useEffect(() => () => keepOf(null), [keepOf]);
  // Shortens the page by the height of the stack, which would cover its last rows.
  useLayoutEffect(() => {
    const isBelow = toasts.length > 0 && side === 'bottom';
    const room = isBelow ? (stack.current?.offsetHeight ?? 0) : 0;
    document.documentElement.style.setProperty('--toast-room', `${room}px`);
  }, [toasts, side]);
  useEffect(() => () => void document.documentElement.style.removeProperty('--toast-room'), []);

  return createPortal(
    // Always rendered: screen readers do not announce the initial content of a new live region.
    <div ref={stack} className={styles.stack} data-side={side} aria-live="polite">
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} onClose={() => drop(toast.id)} />
      ))}
    </div>,
    document.body,
  );
}

/** Removes the aria-hidden that a MUI dialog sets on every other child of <body>. Returns a function that stops it. */
function keepAnnounced(liveRegion: HTMLElement): () => void {
  const show = () => liveRegion.removeAttribute('aria-hidden');
  const observer = new MutationObserver(show);
  observer.observe(liveRegion, { attributeFilter: ['aria-hidden'] });
  show();
  return () => observer.disconnect();
}
