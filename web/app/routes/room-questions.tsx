import type { QuestionItem } from '../../../api/contracts/quiz.contract.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import { OptionBars } from '../../features/quiz-responses/components/item-table.js';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import styles from './room-views.module.css';
import { useQuizAt, useQuizzes } from './use-quiz-at.js';

/** How the answers to a quiz stood at the shown moment, for a whole room. */
export default function RoomQuestions(view: DebriefViewProps) {
  const { shown } = useQuizzes(view.open);
  if (!shown) return <p className={styles.empty}>{debriefMessages.questions.noQuiz}</p>;
  return (
    <section className={styles.quiz} aria-label={shown.scenarioTitle}>
      <h2>{shown.scenarioTitle}</h2>
      <Questions key={shown.scenarioId} {...view} quizId={shown.scenarioId} />
    </section>
  );
}

function Questions({ quizId, ...view }: DebriefViewProps & { quizId: string }) {
  const { debrief } = view.open;
  const { analysis, isError, retry } = useQuizAt(view, quizId);
  const texts = debriefMessages;
  if (!analysis) return isError ? <LoadFailed what={texts.questions.theAnswers} onRetry={retry} /> : <Loading />;
  if (analysis.attempts === 0) return <p className={styles.empty}>{texts.questions.none}</p>;
  // What the class may not know now is not shown because the moment is past.
  const isReleased = debrief.at(debrief.entries.length).facts.answersReleased;
  const items = analysis.items.toSorted((a, b) => a.number - b.number);
  return (
    <>
      {!isReleased && <p className={styles.note}>{texts.room.question}</p>}
      <ol className={styles.questions}>
        {items.map(({ number, questionText, options, asked, maxScore }: QuestionItem) => (
          <li key={number}>
            <h3>{questionText}</h3>
            <OptionBars options={options} asked={asked} graded={isReleased && Boolean(maxScore)} />
          </li>
        ))}
      </ol>
    </>
  );
}
