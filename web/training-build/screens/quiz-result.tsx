import { useEffect, useState } from 'react';
import type { ResultState } from '../bridge/bridge.js';
import type { quizAttempt } from '../play/attempts.js';
import type { Game } from './app.js';
import { ResultSent } from './result-sent.js';
import { MainButton } from './main-button.js';

type QuizAttempt = ReturnType<typeof quizAttempt>;
type Card = QuizAttempt['questionScorecards'][number];

interface QuizResultProps {
  game: Game;
  title: string;
  attempt: QuizAttempt;
  /** Explanation of the correct answer of each question, in order; undefined if there is none. */
  explanations: readonly (string | undefined)[];
  onLeave: () => void;
}

/** The points of a quiz, and for each question the selected answer, the correct one and the explanation. */
export function QuizResult({ game, title, attempt, explanations, onLeave }: QuizResultProps) {
  const [state, setState] = useState<ResultState | null>(null);
  useEffect(() => {
    const stop = game.bridge.onResult((news) => news.attemptId === attempt.attemptId && setState(news));
    game.bridge.submitResult(attempt);
    return stop;
  }, [game.bridge, attempt]);
  return (
    <main className="screen sheet">
      <p className="kicker">{title}</p>
      <h1>{attempt.passed ? 'Passed' : 'Not passed'}</h1>
      <p className="points">
        <strong>{attempt.questionsScore}</strong> of {attempt.maxQuestionsScore}
      </p>
      <ol className="answered">
        {attempt.questionScorecards.map((card, index) => (
          // two questions may have the same text, and the order never changes
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} data-verdict={verdictOf(card)}>
            {card.questionText} · <strong>{verdictOf(card)}</strong>
            <Explained card={card} explanation={explanations[index]} />
          </li>
        ))}
      </ol>
      <ResultSent state={state} />
      <div className="row end">
        <MainButton onClick={onLeave}>Menu</MainButton>
      </div>
    </main>
  );
}

const verdictOf = ({ score, maxScore }: Card): 'right' | 'wrong' | 'not graded' =>
  maxScore === null ? 'not graded' : score === maxScore ? 'right' : 'wrong';

/** Shows everything after a wrong answer; otherwise the explanation is collapsed. */
function Explained({ card, explanation }: { card: Card; explanation: string | undefined }) {
  if (verdictOf(card) !== 'wrong') {
    return (
      explanation && (
        <details>
          <summary>Why?</summary>
          <p>{explanation}</p>
        </details>
      )
    );
  }
  const chosen = textsOf(card, ({ answered }) => answered);
  return (
    <>
      <dl>
        <div>
          <dt>Your answer</dt>
          <dd>{chosen || 'None'}</dd>
        </div>
        <div>
          <dt>Right answer</dt>
          <dd>{textsOf(card, ({ correct }) => correct)}</dd>
        </div>
      </dl>
      {explanation && <p className="why">{explanation}</p>}
    </>
  );
}

type AnswerCard = Card['answerScorecards'][number];

const textsOf = ({ answerScorecards }: Card, wanted: (answer: AnswerCard) => boolean): string =>
  answerScorecards
    .filter(wanted)
    .map(({ answerText }) => answerText)
    .join('; ');
