import { paths } from '../paths.js';
import { ClassQuiz } from './class-quiz.js';

/** The responses to a quiz in the instructor area. */
export default function InstructorQuizRoute() {
  return <ClassQuiz gradebookTo={paths.instructorGradebook.to} />;
}
