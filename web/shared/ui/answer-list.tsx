import { sharedMessages } from '../shared.messages.js';
import styles from './answer-list.module.css';

interface Answer {
  answerText: string;
  answered: boolean;
  correct: boolean;
}

/** The answers to a question, with the chosen and the correct ones marked. */
export const AnswerList = ({ answers }: { answers: readonly Answer[] }) => (
  <ul className={styles.answers}>
    {answers.map((answer, place) => (
      <li key={place} data-mark={markOf(answer)}>
        <span aria-hidden="true">{SIGNS[markOf(answer)]}</span> {answer.answerText} <em>{wordsOf(markOf(answer))}</em>
      </li>
    ))}
  </ul>
);

type Mark = 'right' | 'wrong' | 'missed' | 'left';

const SIGNS: Record<Mark, string> = { right: '✓', wrong: '✗', missed: '○', left: '·' };
const wordsOf = (mark: Mark): string => (mark === 'left' ? '' : sharedMessages.answer[mark]);

function markOf({ answered, correct }: Answer): Mark {
  if (answered) return correct ? 'right' : 'wrong';
  return correct ? 'missed' : 'left';
}
