import { useEffect, type MouseEvent } from 'react';
import { sharedMessages as messages } from '../shared.messages.js';
import { atom, useAtomValue, useSetAtom } from '../state/jotai.js';
import styles from './skip-links.module.css';

interface SkipTarget {
  label: string;
  /** Id of the target element; the skip link focuses its tab stop. */
  id: string;
}

/** Main part of the shown page, if it has one. */
const skipTargetAtom = atom<SkipTarget | null>(null);

/** Adds a skip link to the shown page that moves the focus to the tab stop of a grid. */
export function useSkipTarget(label: string, id: string): void {
  const setTarget = useSetAtom(skipTargetAtom);
  useEffect(() => {
    setTarget({ label, id });
    return () => setTarget(null);
  }, [setTarget, label, id]);
}

/** Skip links to the content and the main part of a page: first in the tab order, visible while focused. */
export function SkipLinks({ contentId }: { contentId: string }) {
  const target = useAtomValue(skipTargetAtom);
  return (
    <nav aria-label={messages.skip.label} className={styles.links} data-screen-only>
      <SkipLink id={contentId}>{messages.skip.toContent}</SkipLink>
      {target && (
        <SkipLink id={target.id} tabStop>
          {target.label}
        </SkipLink>
      )}
    </nav>
  );
}

function SkipLink({ id, tabStop = false, children }: { id: string; tabStop?: boolean; children: string }) {
  // Following a hash would make the router navigate.
  function skip(event: MouseEvent): void {
    event.preventDefault();
    const element = document.getElementById(id);
    const goal = tabStop ? element?.querySelector<HTMLElement>('[tabindex="0"]') : element;
    goal?.focus();
  }
  return (
    <a href={`#${id}`} className={styles.link} onClick={skip}>
      {children}
    </a>
  );
}
