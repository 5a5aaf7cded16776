import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import { AnalysedItems } from '../../features/quiz-responses/components/item-analysis.js';
import { SelectField } from '../../shared/ui/fields.js';
import { EmptyNote } from '../../shared/ui/empty-note.js';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import styles from './debrief-views.module.css';
import { useQuizAt, useQuizzes } from './use-quiz-at.js';

/** The quizzes of a class and how its answers stood at the shown moment, question by question. */
export default function DebriefQuestions(view: DebriefViewProps) {
  const [, change] = useSearchInUrl();
  const { quizzes, shown } = useQuizzes(view.open);
  const texts = debriefMessages.questions;
  if (!shown) return <EmptyNote title={texts.noQuiz} />;
  const quizId = shown.scenarioId;
  return (
    <div className={styles.view}>
      <div className={styles.quiz}>
        <SelectField
          label={texts.quiz}
          value={quizId}
          options={quizzes.map(({ scenarioId, scenarioTitle }) => ({ value: scenarioId, text: scenarioTitle }))}
          onChange={(value) => change({ quiz: value === quizzes[0]?.scenarioId ? undefined : value })}
        />
      </div>
      <Answers key={quizId} {...view} quizId={quizId} />
    </div>
  );
}

function Answers({ quizId, ...view }: DebriefViewProps & { quizId: string }) {
  const { analysis, isError, retry } = useQuizAt(view, quizId);
  const texts = debriefMessages.questions;
  if (!analysis) return isError ? <LoadFailed what={texts.theAnswers} onRetry={retry} /> : <Loading />;
  return analysis.attempts === 0 ? <EmptyNote title={texts.none} /> : <AnalysedItems analysis={analysis} />;
}
