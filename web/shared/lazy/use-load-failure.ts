import { useEffect, useState } from 'react';
import { reloadPage } from '../reload-page.js';
import { causeOfLoadFailure, type LoadFailureCause } from './load-failure.js';

interface LoadFailureOptions {
  /** An attempt to load the code again has failed, too. */
  isRepeated: boolean;
  onRetry: () => void;
}

/**
 * Text and action for code that could not be loaded. After a repeated failure of a server that answers, the action reloads
 * the page, because Firefox never requests a module again that has failed once.
 */
export function useLoadFailure({ isRepeated, onRetry }: LoadFailureOptions) {
  const [cause, setCause] = useState<LoadFailureCause>('unreachable');
  useEffect(() => {
    let isShown = true;
    const find = async () => {
      const found = await causeOfLoadFailure();
      if (isShown) setCause(found);
    };
    void find();
    return () => {
      isShown = false;
    };
  }, []);
  const reload = { action: 'Reload', act: reloadPage };
  if (cause === 'new-version')
    return { title: 'A new version is available.', help: 'Reload the page to continue.', ...reload };
  const title = 'This could not be loaded.';
  if (cause === 'unknown' && isRepeated)
    return { title, help: 'Reload the page to try again. Text that you have not saved will be lost.', ...reload };
  return { title, help: 'Check your connection, then try again.', action: 'Try again', act: onRetry };
}
