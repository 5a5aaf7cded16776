import { ReleaseSwitch } from '../../../shared/releases/release-switch.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';

/** Switch that releases the answers of all quizzes of a class to its students, or withholds them again. */
export const AnswerReleaseSwitch = ({ sessionId }: { sessionId: string }) => (
  <ReleaseSwitch what="answers" sessionId={sessionId} texts={messages.release} />
);
