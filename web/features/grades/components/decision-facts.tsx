import type { CellHistoryEntry } from '../../../../api/contracts/grading.contract.js';
import { dateAndTime } from '../../../shared/readable-time.js';
import { decisionsMessages as messages } from '../decisions.messages.js';
import styles from './decisions.module.css';

/** What was decided, why, by whom and when. */
export function DecisionFacts({ decision }: { decision: CellHistoryEntry }) {
  const { reason, by, at, undoneAt } = decision;
  const when = dateAndTime(at);
  return (
    <>
      <b className={undoneAt ? styles.undone : undefined}>{decisionWords(decision)}</b>
      {reason && <q className={styles.reason}>{reason}</q>}
      <span className={styles.soft}>{by === null ? messages.on(when) : messages.by(by, when)}</span>
      {undoneAt && <span className={styles.soft}>{messages.undone(dateAndTime(undoneAt))}</span>}
    </>
  );
}

/** Returns a decision in words. */
export function decisionWords({ kind, points, maximum }: CellHistoryEntry): string {
  return kind === 'Points' ? messages.kinds.Points(String(points), String(maximum)) : messages.kinds[kind];
}
