import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { openAnswers, quizAt } from '../../../api/contracts/class-answers.rule.js';
import { itemAnalysis } from '../../../api/contracts/item-analysis.rule.js';
import { type RecordedScenario, scenariosAt } from '../../../api/contracts/debrief-gradebook.rule.js';
import { isClassQuiz } from '../../../api/contracts/quiz-scenario.rule.js';
import type { DebriefViewProps } from '../../features/debrief/components/debrief-page.js';
import type { OpenDebrief } from '../../features/debrief/use-open-debrief.js';
import { usePlayhead } from '../../features/debrief/use-playhead.js';
import { classAnswersQuery } from '../../features/quiz-responses/quiz-responses.api.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';

const EVERY_MS = 500;
/** Interval in which new answers are loaded while the class runs, because many arrive together. */
const RELOAD_MS = 5_000;

/** Returns the analysis of a quiz as of the shown moment; undefined while its answers load. */
export function useQuizAt({ open, playhead }: DebriefViewProps, quizId: string) {
  const { debrief, axis, recording } = open;
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
  return { analysis, isError, retry: () => void refetch() };
}

/** Returns the quizzes of a class, those with attempts first, and the one of the address or the first. */
export function useQuizzes(open: OpenDebrief) {
  const [address] = useSearchInUrl();
  const quizzes = useMemo(() => quizzesOf(open), [open]);
  return { quizzes, shown: quizzes.find(({ scenarioId }) => scenarioId === address.get('quiz')) ?? quizzes[0] };
}

function quizzesOf({ debrief, recording }: OpenDebrief): readonly RecordedScenario[] {
  const quizzes = scenariosAt(debrief, debrief.at(debrief.entries.length)).filter(isClassQuiz);
  const played = new Set(recording.attempts.map(([, , scenario]) => recording.scenarios[scenario]));
  const isPlayed = ({ scenarioId }: RecordedScenario): boolean => played.has(scenarioId);
  return [...quizzes.filter(isPlayed), ...quizzes.filter((quiz) => !isPlayed(quiz))];
}
