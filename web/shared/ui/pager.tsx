import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { readableNumber } from '../locale.js';
import { sharedMessages } from '../shared.messages.js';
import { IconAction } from './icon-action.js';
import styles from './pager.module.css';

interface PagerProps {
  /** Index from 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** Shows the visible range of a list, with buttons for the previous and the next page. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const messages = sharedMessages.pager;
  const first = total === 0 ? 0 : page * pageSize + 1;
  const last = Math.min(total, (page + 1) * pageSize);
  return (
    <nav aria-label={messages.label} className={styles.pager}>
      <span role="status" className="figures">
        {messages.shown(readableNumber(first), readableNumber(last), readableNumber(total))}
      </span>
      <IconAction
        label={messages.previous}
        icon={mdiChevronLeft}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconAction
        label={messages.next}
        icon={mdiChevronRight}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
