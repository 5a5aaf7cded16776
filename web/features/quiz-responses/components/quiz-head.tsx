import type { ReactNode } from 'react';
import classPage from '../../../shared/ui/class-page.module.css';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import type { OpenQuiz } from '../open-quiz.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './quiz-page.module.css';

/** What is shown, of which class, and what can be done with it. */
export function QuizHead({ open, download }: { open?: OpenQuiz; download?: ReactNode }) {
  return (
    <header className={classPage.header}>
      <h1>{messages.title}</h1>
      {open && <LiveSign />}
      {open && (
        <dl className={classPage.facts}>
          <div>
            <dt className="label">{messages.quiz}</dt>
            <dd>{open.scenario.scenarioTitle}</dd>
          </div>
          <div>
            <dt className="label">{messages.session}</dt>
            <dd>{open.session.name}</dd>
          </div>
        </dl>
      )}
      <div className={styles.actions}>{download}</div>
    </header>
  );
}
