import type { QuestionItem } from '../../../../api/contracts/quiz.contract.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './item-analysis.module.css';

const TICK = '✓ ';

interface OptionBarsProps {
  options: QuestionItem['options'];
  asked: number;
  graded: boolean;
}

/** Who chose what: a bar an option, the right ones ticked. */
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
