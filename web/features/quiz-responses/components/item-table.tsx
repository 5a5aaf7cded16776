import { memo } from 'react';
import type { QuestionItem } from '../../../../api/contracts/quiz.contract.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './item-analysis.module.css';

/** Table of all questions with their figures, most missed first. */
export function ItemTable({ items }: { items: readonly QuestionItem[] }) {
  const texts = messages.items;
  return (
    <table className={styles.table} aria-label={texts.table}>
      <thead>
        <tr className="label">
          <th scope="col">{texts.question}</th>
          <th scope="col" className={styles.number}>
            {texts.answered}
          </th>
          <th scope="col" className={styles.number}>
            {texts.fullMarks}
          </th>
          <th scope="col" className={styles.number}>
            {texts.discrimination}
          </th>
          <th scope="col">{texts.options}</th>
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
    const texts = messages.items;
    return (
      <tr>
        <th scope="row">
          <span className="label">{messages.questionNumber(number)}</span> {questionText}
          {!maxScore && <span className={styles.ungraded}>{messages.answers.notGraded}</span>}
        </th>
        <td className={styles.number} data-label={texts.answered}>
          {texts.answeredOf(answered, asked)}
        </td>
        <td className={styles.number} data-label={texts.fullMarks}>
          {fullMarks === null ? '-' : `${Math.round(fullMarks * 100)}%`}
        </td>
        <td className={styles.number} data-label={texts.discrimination}>
          {discrimination === null ? '-' : discrimination.toFixed(2)}
        </td>
        <td>
          <OptionBars options={options} asked={asked} graded={Boolean(maxScore)} />
        </td>
      </tr>
    );
  },
  // the whole analysis is recomputed, but most questions do not change
  (before, after) => JSON.stringify(before) === JSON.stringify(after),
);

const TICK = '✓ ';

interface OptionBarsProps {
  options: QuestionItem['options'];
  asked: number;
  graded: boolean;
}

/** Bar chart of the chosen options, with ticks on the right ones. */
export function OptionBars({ options, asked, graded }: OptionBarsProps) {
  return (
    <ul className={styles.options}>
      {options.map(({ answerText, correct, chosen }) => {
        const percent = asked === 0 ? 0 : Math.round((chosen / asked) * 100);
        const count = `${chosen} (${percent}%)`;
        return (
          <li key={answerText} className={styles.option} data-kind={graded ? (correct ? 'right' : 'wrong') : undefined}>
            <span className={styles.text}>
              {graded && correct && <span aria-hidden="true">{TICK}</span>}
              {answerText}
              {graded && correct && <span className="visually-hidden">{messages.items.correct}</span>}
            </span>
            <span aria-hidden="true" className={styles.track}>
              <span className={styles.bar} style={{ width: `${percent}%` }} />
            </span>
            <span className={styles.count}>{count}</span>
          </li>
        );
      })}
    </ul>
  );
}
