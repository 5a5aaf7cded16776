import type { ItemAnalysis as Analysis } from '../../../../api/contracts/quiz.contract.js';
import type { OpenQuiz } from '../open-quiz.js';
import { useLiveItems } from '../use-live-items.js';
import { ItemChart } from './item-chart.js';
import { ItemTable } from './item-table.js';
import styles from './item-analysis.module.css';

/** What the class made of each question, the most missed first; follows the responses. */
export default function ItemAnalysis({ open }: { open: OpenQuiz }) {
  const analysis = useLiveItems(open);
  return (
    <section aria-label="Item analysis" className={styles.analysis} data-print-wide>
      <p className={styles.groups}>{groupsText(analysis)}</p>
      <ItemChart items={analysis.items} />
      <ItemTable items={analysis.items} />
    </section>
  );
}

function groupsText({ attempts, groupSize }: Analysis): string {
  const counted = `Best attempts of ${attempts} ${attempts === 1 ? 'student' : 'students'}.`;
  if (groupSize === null) return `${counted} Discrimination needs ten of them, with different scores.`;
  return `${counted} Discrimination: full marks among the best ${groupSize} minus those among the last ${groupSize} (27 % each); below 0.2 a question tells the two hardly apart.`;
}
