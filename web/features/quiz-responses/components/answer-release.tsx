import { useQuery } from '@tanstack/react-query';
import { Toggle } from '../../../shared/ui/toggle.js';
import { answerReleaseQuery, useReleaseAnswers } from '../api/answer-release.js';

/** Releases the answers of all quizzes of a class to its students, or withholds them again. */
export function AnswerReleaseSwitch({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(answerReleaseQuery(sessionId));
  const change = useReleaseAnswers(sessionId);
  if (!data) return null;
  return (
    <Toggle
      label="answers and explanations for the students of this class"
      tone="quiet"
      checked={data.releasedAt !== null}
      words={['Answers released', 'Answers withheld']}
      hint="Released answers and explanations are shown to each student on My results, for all quizzes of this class"
      disabled={change.isPending}
      onChange={(released) => change.mutate({ released })}
    />
  );
}
