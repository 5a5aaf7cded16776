import type { ItemAnalysis as Analysis } from '../../../../api/contracts/quiz.contract.js';
import type { OpenQuiz } from '../open-quiz.js';
import { useLiveItems } from '../live-items.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import { ItemChart } from './item-chart.js';
import { ItemTable } from './item-table.js';
import styles from './item-analysis.module.css';

/** Item analysis: results of the class for each question, most missed first, updated live. */
export default function ItemAnalysis({ open }: { open: OpenQuiz }) {
  return <AnalysedItems analysis={useLiveItems(open)} />;
}

/** The figures of an item analysis as text, chart and table. */
export function AnalysedItems({ analysis }: { analysis: Analysis }) {
  return (
    <section aria-label={messages.items.title} className={styles.analysis} data-print-wide>
      <p className={styles.groups}>{groupsText(analysis)}</p>
      <ItemChart items={analysis.items} />
      <ItemTable items={analysis.items} />
    </section>
  );
}

function groupsText({ attempts, groupSize }: Analysis): string {
  const texts = messages.items;
  return `${texts.attempts(attempts)} ${groupSize === null ? texts.tooFew : texts.groups(groupSize)}`;
}
