import { type ReactNode, useState } from 'react';
import type { CatalogueScenario, Question } from '../bridge/platform-api.js';
import { type Chosen, quizAttempt } from '../play/attempts.js';
import type { BegunAttempt } from '../play/begun-attempt.js';
import type { Game } from './app.js';
import { QuizResult } from './quiz-result.js';

interface QuizProps {
  game: Game;
  entry: CatalogueScenario;
  begun: BegunAttempt;
  /** Shows which class the quiz counts for. */
  notice: ReactNode;
  onLeave: () => void;
}

/** Shows the questions one by one, back and forth, and then the result. */
export function Quiz({ game, entry, begun, notice, onLeave }: QuizProps) {
  const { questions } = entry;
  const [chosen, setChosen] = useState<Chosen>(() => questions.map(() => new Set()));
  const [at, setAt] = useState(0);
  const [attempt, setAttempt] = useState<ReturnType<typeof quizAttempt> | null>(null);
  const question = questions[at];
  if (attempt) return <QuizResult {...{ game, entry, chosen, attempt, onLeave }} />;
  if (!question) return null;
  const isLast = at === questions.length - 1;
  const finish = (): void => setAttempt(quizAttempt(entry, chosen, begun, new Date()));
  return (
    <main className="screen sheet">
      <p className="kicker">{entry.scenarioTitle}</p>
      {notice}
      <progress aria-label="Questions" value={at + 1} max={questions.length} />
      <h1 className="question">
        <span>{`Question ${at + 1} of ${questions.length}`}</span>
        {question.questionText}
      </h1>
      <Answers
        key={at}
        question={question}
        chosen={chosen[at]!}
        onChoose={(answers) => setChosen(chosen.map((before, index) => (index === at ? answers : before)))}
      />
      <div className="row end">
        <button type="button" onClick={at === 0 ? onLeave : () => setAt(at - 1)}>
          {at === 0 ? 'Leave' : 'Back'}
        </button>
        <button type="button" className="main" onClick={isLast ? finish : () => setAt(at + 1)}>
          {isLast ? 'Finish' : 'Next'}
        </button>
      </div>
    </main>
  );
}

interface AnswersProps {
  question: Question;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

function Answers({ question, chosen, onChoose }: AnswersProps) {
  const isSeveral = question.multiple ?? question.answers.filter(({ correct }) => correct).length > 1;
  const choose = (index: number, isTicked: boolean): void => {
    const others = isSeveral ? [...chosen].filter((other) => other !== index) : [];
    onChoose(new Set(isTicked ? [...others, index] : others));
  };
  return (
    <fieldset className="answers">
      <legend>{isSeveral ? 'Choose all that are right' : 'Choose one'}</legend>
      {question.answers.map(({ answerText }, index) => (
        <label key={answerText}>
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name="answer"
            checked={chosen.has(index)}
            onChange={(event) => choose(index, event.target.checked)}
          />
          {answerText}
        </label>
      ))}
    </fieldset>
  );
}
