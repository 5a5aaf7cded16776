import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import linkButton from '../ui/link-button.module.css';
import { EmptyNote } from '../ui/empty-note.js';
import { PlainDialog } from '../ui/plain-dialog.js';
import { failAsLoad } from './load-failure.js';
import { LoadBoundary } from './load-boundary.js';
import { useLoadFailure } from './use-load-failure.js';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Returns a dialog or drawer whose code is loaded when it is first opened. If loading fails, a small dialog offers a retry, or a reload
 * after an upgrade; the page stays.
 */
export const lazyDialog = <Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> =>
  lazyWith(load, null, (failure, { onClose }) => <NotLoadedDialog {...failure} onClose={onClose} />);

/** Returns a part of a page whose code is loaded when it is first shown. If loading fails, a note replaces it. */
export const lazyPart = <Props extends object>(load: Load<Props>, loading: ReactNode = null): ComponentType<Props> =>
  lazyWith(load, loading, (failure) => <NotLoadedNote {...failure} />);

interface Failure {
  isRepeated: boolean;
  onRetry: () => void;
}

function lazyWith<Props extends object>(
  load: Load<Props>,
  loading: ReactNode,
  fallback: (failure: Failure, props: Props) => ReactNode,
): ComponentType<Props> {
  const create = () => lazy(loadPart) as unknown as ComponentType<Props>;
  const loadPart = () =>
    load().catch((error: unknown) => {
      // React caches the failure of a lazy component forever, so a retry needs a new one.
      latest = create();
      return failAsLoad(error);
    });
  let latest = create();
  return function Part(props: Props) {
    const [{ Shown, attempt }, setShown] = useState({ Shown: latest, attempt: 0 });
    const onRetry = () => setShown({ Shown: latest, attempt: attempt + 1 });
    return (
      <LoadBoundary key={attempt} fallback={fallback({ isRepeated: attempt > 0, onRetry }, props)}>
        <Suspense fallback={loading}>
          <Shown {...props} />
        </Suspense>
      </LoadBoundary>
    );
  };
}

function NotLoadedDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { title, help, action, act } = useLoadFailure(failure);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <PlainDialog ref={dialog} title={title} onClose={onClose}>
      <p>{help}</p>
      <button type="button" className={linkButton.button} onClick={act}>
        {action}
      </button>
    </PlainDialog>
  );
}

function NotLoadedNote(failure: Failure) {
  const { title, help, action, act } = useLoadFailure(failure);
  return (
    <EmptyNote title={title}>
      <p>{help}</p>
      <button type="button" className={linkButton.button} onClick={act}>
        {action}
      </button>
    </EmptyNote>
  );
}
