import { STAFF_ROLES } from '../landing.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { ClassQuiz } from './class-quiz.js';

/** The responses to a quiz in their own tab. */
export default function QuizRoute() {
  return (
    <PlainFrame allow={STAFF_ROLES} fill>
      <ClassQuiz gradebookTo={paths.gradebook.to} />
    </PlainFrame>
  );
}
