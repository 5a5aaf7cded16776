import type { ReviewList } from '../../../../api/contracts/grades.contract.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { CountBadge } from '../../../shared/ui/count-badge.js';
import { reviewCountMessages as messages } from '../review-count.messages.js';

/** Number of results to review in a class, kept current. Renders nothing without any. */
export function ReviewCount({ sessionId }: { sessionId: string }) {
  const open = useLiveSnapshot<ReviewList>('review', sessionId)?.open ?? 0;
  return <CountBadge count={open} words={messages.open(open)} />;
}
