import { useEffect, useState } from 'react';
import { reloadPage } from '../reload-page.js';
import { causeOfLoadFailure } from './load-failure.js';

interface LoadFailureOptions {
  /** An attempt to load the code again has failed, too. */
  isRepeated: boolean;
  onRetry: () => void;
}

/**
 * Words and action for code that could not be loaded. A repeated failure while the server answers reloads the page: Firefox
 * never asks again for a module that has failed once.
 */
export function useLoadFailure({ isRepeated, onRetry }: LoadFailureOptions) {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    let isShown = true;
    const find = async () => {
      const cause = await causeOfLoadFailure();
      if (!isShown) return;
      if (cause === 'unknown' && isRepeated) reloadPage();
      setOutdated(cause === 'new-version');
    };
    void find();
    return () => {
      isShown = false;
    };
  }, [isRepeated]);
  return isOutdated
    ? { title: 'A new version is available.', help: 'Reload the page to continue.', action: 'Reload', act: reloadPage }
    : {
        title: 'This could not be loaded.',
        help: 'Check your connection, then try again.',
        action: 'Try again',
        act: onRetry,
      };
}
