import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { openAnswers, quizAt } from '../../../api/contracts/class-answers.rule.js';
import { itemAnalysis } from '../../../api/contracts/item-analysis.rule.js';
import { scenariosAt } from '../../../api/contracts/debrief-gradebook.rule.js';
import { isClassQuiz } from '../../../api/contracts/quiz-scenario.rule.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import type { OpenDebrief } from '../../features/debrief/use-open-debrief.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { AnalysedItems } from '../../features/quiz-responses/components/item-analysis.js';
import { classAnswersQuery } from '../../features/quiz-responses/quiz-responses.api.js';
import { SelectField } from '../../shared/ui/fields.js';
import { EmptyNote } from '../../shared/ui/empty-note.js';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import styles from './debrief-views.module.css';

/** The quizzes of a class and how its answers stood at the shown moment, question by question. */
export default function DebriefQuestions({ open, playhead }: DebriefViewProps) {
  const [address, change] = useSearchInUrl();
  const quizzes = useQuizzes(open);
  const shown = quizzes.find(({ scenarioId }) => scenarioId === address.get('quiz')) ?? quizzes[0];
  const texts = debriefMessages.questions;
  if (!shown) return <EmptyNote title={texts.noQuiz} />;
  const quizId = shown.scenarioId;
  return (
    <div className={styles.view}>
      <div className={styles.filters}>
        <SelectField
          label={texts.quiz}
          value={quizId}
          options={quizzes.map(({ scenarioId, scenarioTitle }) => ({ value: scenarioId, text: scenarioTitle }))}
          onChange={(value) => change({ quiz: value === quizzes[0]?.scenarioId ? undefined : value })}
        />
      </div>
      <Answers key={quizId} open={open} playhead={playhead} quizId={quizId} />
    </div>
  );
}

const EVERY_MS = 500;
/** Answers that arrive while the class runs are loaded in steps, because many arrive at once. */
const RELOAD_MS = 5_000;

function Answers({ open: { debrief, axis, recording }, playhead, quizId }: DebriefViewProps & { quizId: string }) {
  const position = debrief.positionAt(axis.timeAt(usePlayhead(playhead, EVERY_MS).offset));
  const { data, isError, refetch } = useQuery(classAnswersQuery({ sessionId: recording.session.id, quizId }));
  const answers = useMemo(() => data && openAnswers(data), [data]);
  const quiz = useMemo(
    () => answers && quizAt(debrief, debrief.at(position), quizId, answers),
    [debrief, position, quizId, answers],
  );
  const analysis = useMemo(() => quiz && itemAnalysis(quiz.columns, quiz.quizzes), [quiz]);
  const isMissing = quiz?.missing === true;
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setInterval(() => void refetch(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [isMissing, refetch]);
  if (analysis === undefined) {
    return isError ? (
      <LoadFailed what={debriefMessages.questions.theAnswers} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  if (analysis.attempts === 0) return <EmptyNote title={debriefMessages.questions.none} />;
  return <AnalysedItems analysis={analysis} />;
}

/** Returns the quizzes of a class: those with attempts first, then in the order of the catalogue. */
function useQuizzes({ debrief, recording }: OpenDebrief) {
  return useMemo(() => {
    const quizzes = scenariosAt(debrief, debrief.at(debrief.entries.length)).filter(isClassQuiz);
    const played = new Set(recording.attempts.map(([, , scenario]) => recording.scenarios[scenario]));
    const isPlayed = ({ scenarioId }: { scenarioId: string }): boolean => played.has(scenarioId);
    return [...quizzes.filter(isPlayed), ...quizzes.filter((quiz) => !isPlayed(quiz))];
  }, [debrief, recording]);
}
