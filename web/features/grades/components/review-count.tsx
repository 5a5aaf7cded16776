import type { ReviewList } from '../../../../api/contracts/grades.contract.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { reviewCountMessages as messages } from '../review-count.messages.js';
import styles from './review-count.module.css';

/** Number of results to review in a class, kept current. Renders nothing without any. */
export function ReviewCount({ sessionId }: { sessionId: string }) {
  const open = useLiveSnapshot<ReviewList>('review', sessionId)?.open ?? 0;
  if (open === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{open}</span>
      <span className="visually-hidden">{messages.open(open)}</span>
    </span>
  );
}
