import { useEffect, useState } from 'react';
import type { QuizScore, ResultState, ScoredQuestion } from '../bridge/bridge.js';
import type { CatalogueScenario, Question } from '../bridge/platform-api.js';
import type { Chosen, quizAttempt } from '../play/attempts.js';
import type { Game } from './app.js';
import { MainButton } from './main-button.js';
import { ResultSent } from './result-sent.js';

interface QuizResultProps {
  game: Game;
  entry: CatalogueScenario;
  chosen: Chosen;
  attempt: ReturnType<typeof quizAttempt>;
  onLeave: () => void;
}

/** Time after which a missing response is explained. Usually, the platform responds before. */
const EXPLAIN_AFTER_MS = 2_000;

/** Headings while there is no score, by the state of the result. */
const HEADINGS = { waiting: 'Answers saved', sent: 'Answers sent', refused: 'Answers rejected' } as const;

/** Submits the answers of a quiz. Shows points and explanations when the platform has scored them. */
export function QuizResult({ game, entry, chosen, attempt, onLeave }: QuizResultProps) {
  const [state, setState] = useState<ResultState | null>(null);
  useEffect(() => {
    const stop = game.bridge.onResult((news) => news.attemptId === attempt.attemptId && setState(news));
    game.bridge.submitResult(attempt);
    return stop;
  }, [game.bridge, attempt]);
  return (
    <main className="screen sheet">
      <p className="kicker">{entry.scenarioTitle}</p>
      {state?.quiz ? (
        <Score entry={entry} chosen={chosen} score={state.quiz} />
      ) : (
        <h1>{HEADINGS[state?.state ?? 'waiting']}</h1>
      )}
      {state?.state === 'sent' || state?.state === 'refused' ? <ResultSent state={state} /> : <Waiting />}
      <div className="row end">
        <MainButton onClick={onLeave}>Menu</MainButton>
      </div>
    </main>
  );
}

/** Says that the score follows later, immediately while the browser is offline and otherwise after a moment. */
function Waiting() {
  const [isLate, setIsLate] = useState(() => !navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), EXPLAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="note">
      {isLate
        ? 'Your answers are saved. They are sent when you are online again, and your score then appears here.'
        : 'Sending your answers…'}
    </p>
  );
}

function Score({ entry, chosen, score }: { entry: CatalogueScenario; chosen: Chosen; score: QuizScore }) {
  const scored = new Map(score.questions.map((question) => [question.questionId, question]));
  return (
    <>
      <h1>{score.passed ? 'Passed' : 'Not passed'}</h1>
      <p className="points">
        <strong>{score.questionsScore}</strong> of {score.maxQuestionsScore}
      </p>
      <ol className="answered">
        {entry.questions.map((question, index) => {
          const result = scored.get(question.questionId);
          return result && <Answered key={question.questionId} {...{ question, result }} chosen={chosen[index]!} />;
        })}
      </ol>
    </>
  );
}

interface AnsweredProps {
  question: Question;
  chosen: ReadonlySet<number>;
  result: ScoredQuestion;
}

function Answered({ question, chosen, result }: AnsweredProps) {
  const verdict = verdictOf(result);
  return (
    <li data-verdict={verdict}>
      {question.questionText} · <strong>{verdict}</strong>
      <Explained {...{ question, chosen, result }} />
    </li>
  );
}

const verdictOf = ({ score, maxScore }: ScoredQuestion): 'right' | 'wrong' | 'not graded' =>
  maxScore === null ? 'not graded' : score === maxScore ? 'right' : 'wrong';

/** Shows everything after a wrong answer; otherwise the explanation is collapsed. */
function Explained({ question, chosen, result }: AnsweredProps) {
  const { correct, explanation } = result;
  if (verdictOf(result) !== 'wrong') {
    return (
      explanation && (
        <details>
          <summary>Why?</summary>
          <p>{explanation}</p>
        </details>
      )
    );
  }
  return (
    <>
      <dl>
        <div>
          <dt>Your answer</dt>
          <dd>{textsOf(question, (index) => chosen.has(index)) || 'None'}</dd>
        </div>
        <div>
          <dt>Right answer</dt>
          <dd>{textsOf(question, (index) => correct.includes(index))}</dd>
        </div>
      </dl>
      {explanation && <p className="why">{explanation}</p>}
    </>
  );
}

const textsOf = ({ answers }: Question, isWanted: (index: number) => boolean): string =>
  answers
    .filter((_, index) => isWanted(index))
    .map(({ answerText }) => answerText)
    .join('; ');
