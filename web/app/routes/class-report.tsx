import { ReportPage } from '../../features/debrief/components/report-page.js';
import { HardestQuestions } from '../../features/quiz-responses/components/hardest-questions.js';

/** The report of a class, with the hardest questions of its quizzes. */
export default function ClassReport({ sessionId }: { sessionId: string }) {
  return <ReportPage sessionId={sessionId} questions={<HardestQuestions sessionId={sessionId} />} />;
}
