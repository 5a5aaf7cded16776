import { useQuery } from '@tanstack/react-query';
import { Toggle } from '../../../shared/ui/toggle.js';
import { answerReleaseQuery, useReleaseAnswers } from '../api/answer-release.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';

/** Releases the answers of all quizzes of a class to its students, or withholds them again. */
export function AnswerReleaseSwitch({ sessionId }: { sessionId: string }) {
  const texts = messages.release;
  const { data } = useQuery(answerReleaseQuery(sessionId));
  const change = useReleaseAnswers(sessionId);
  if (!data) return null;
  return (
    <Toggle
      label={texts.label}
      tone="quiet"
      checked={data.releasedAt !== null}
      words={[texts.released, texts.withheld]}
      hint={texts.hint}
      disabled={change.isPending}
      onChange={(released) => change.mutate({ released })}
    />
  );
}
