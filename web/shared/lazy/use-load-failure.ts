import { useEffect, useState } from 'react';
import { entryMessages } from '../entry.messages.js';
import { reloadPage } from '../reload-page.js';
import { causeOfLoadFailure, type LoadFailureCause } from './load-failure.js';

interface LoadFailureOptions {
  /** A retry has failed too. */
  isRepeated: boolean;
  onRetry: () => void;
}

/**
 * Returns the text and action for code that failed to load. After a repeated failure of a responding server, the action reloads the page,
 * because Firefox never requests a failed module again.
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
  const { notLoaded: messages, tryAgain } = entryMessages;
  const reload = { action: messages.reload, act: reloadPage };
  if (cause === 'new-version') return { title: messages.newVersion, help: messages.newVersionHelp, ...reload };
  const { title } = messages;
  if (cause === 'unknown' && isRepeated) return { title, help: messages.repeatedHelp, ...reload };
  return { title, help: messages.help, action: tryAgain, act: onRetry };
}
