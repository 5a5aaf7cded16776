import { useNavigate } from 'react-router-dom';
import type { QuizSummary } from '../../../api/contracts/quiz.contract.js';
import { QuizNav } from '../../features/quiz-responses/components/quiz-nav.js';
import { paths } from '../paths.js';
import { SidebarLink } from './sidebar-link.js';

/** The quizzes of the selected class, below its course code (docs/rules.md#quiz-addresses). */
export function InstructorQuizzes({ session }: { session: { id: string; name: string } }) {
  const navigate = useNavigate();
  const addressOf = ({ scenarioShortTitle }: QuizSummary) =>
    paths.instructorQuiz.to({ sessionName: session.name, scenarioShortTitle });
  return (
    <QuizNav
      sessionId={session.id}
      renderLink={(quiz) => <SidebarLink to={addressOf(quiz)}>{quiz.scenarioShortTitle}</SidebarLink>}
      onSelect={(quiz) => void navigate(addressOf(quiz))}
    />
  );
}
