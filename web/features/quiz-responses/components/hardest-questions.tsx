import { useQuery } from '@tanstack/react-query';
import { ReportTable } from '../../../shared/print/report-table.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { hardestQuestionsQuery } from '../hardest-questions.api.js';
import { hardestQuestionsMessages as messages } from '../hardest-questions.messages.js';

const MOST_QUESTIONS = 10;

/** The questions of all quizzes of a class that the fewest students answered with full marks, as a section of its report. */
export function HardestQuestions({ sessionId }: { sessionId: string }) {
  const { data: questions, isError, refetch } = useQuery(hardestQuestionsQuery(sessionId));
  if (isError) return <LoadFailed what={messages.theQuestions} onRetry={() => void refetch()} />;
  if (!questions) return null;
  return (
    <ReportTable
      title={messages.title}
      none={messages.none}
      columns={[
        { title: messages.question },
        { title: messages.fullMarks, kind: 'figure' },
        { title: messages.asked, kind: 'figure' },
      ]}
      rows={questions.map(({ quiz, number, questionText, fullMarks, asked }) => ({
        key: `${quiz.scenarioId} ${number}`,
        cells: [
          <>
            {questionText}
            <small>{messages.ofQuiz(quiz.scenarioTitle, number)}</small>
          </>,
          messages.percent(Math.round(fullMarks * 100)),
          asked,
        ],
      }))}
      most={MOST_QUESTIONS}
    />
  );
}
