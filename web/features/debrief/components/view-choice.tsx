import ButtonBase from '@mui/material/ButtonBase';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import styles from './debrief-page.module.css';

const VIEWS = ['lanes', 'gradebook', 'monitor', 'board', 'progress', 'questions', 'table'] as const;

/** Buttons that choose what the page shows as of the moment; the first needs no `show` in the address. */
export function ViewChoice() {
  const [address, change] = useSearchInUrl();
  const shown = VIEWS.find((view) => view === address.get('show')) ?? VIEWS[0];
  return (
    <div role="group" aria-label={messages.views.label} className={styles.views}>
      {VIEWS.map((view, place) => (
        <ButtonBase
          key={view}
          className={styles.view}
          aria-pressed={view === shown}
          onClick={() => change({ show: place === 0 ? undefined : view })}
        >
          {messages.views[view]}
        </ButtonBase>
      ))}
    </div>
  );
}
