import { memo } from 'react';
import type { QuestionItem } from '../../../../api/contracts/quiz.contract.js';
import { OptionBars } from './option-bars.js';
import styles from './item-analysis.module.css';

/** Every question with its figures, the most missed first. */
export function ItemTable({ items }: { items: readonly QuestionItem[] }) {
  return (
    <table className={styles.table} aria-label="Questions, most missed first">
      <thead>
        <tr className="label">
          <th scope="col">Question</th>
          <th scope="col" className={styles.number}>
            Answered
          </th>
          <th scope="col" className={styles.number}>
            Full marks
          </th>
          <th scope="col" className={styles.number}>
            Discrimination
          </th>
          <th scope="col">Options</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.number} item={item} />
        ))}
      </tbody>
    </table>
  );
}

const ItemRow = memo(
  function ItemRow({ item }: { item: QuestionItem }) {
    const { number, questionText, maxScore, asked, answered, fullMarks, discrimination, options } = item;
    return (
      <tr>
        <th scope="row">
          <span className="label">Q{number}</span> {questionText}
          {!maxScore && <span className={styles.ungraded}>Not graded</span>}
        </th>
        <td className={styles.number} data-label="Answered">
          {answered} of {asked}
        </td>
        <td className={styles.number} data-label="Full marks">
          {fullMarks === null ? '-' : `${Math.round(fullMarks * 100)}%`}
        </td>
        <td className={styles.number} data-label="Discrimination">
          {discrimination === null ? '-' : discrimination.toFixed(2)}
        </td>
        <td>
          <OptionBars options={options} asked={asked} graded={Boolean(maxScore)} />
        </td>
      </tr>
    );
  },
  // the analysis is made anew as a whole, most questions stay as they were
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);
