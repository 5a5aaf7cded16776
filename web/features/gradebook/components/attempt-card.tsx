import type { ReactNode } from 'react';
import type { QuestionScorecard, Scorecard } from '../../../../api/contracts/score.contract.js';
import { gradeOf, percentOf } from '../../../../api/contracts/grade.rule.js';
import { preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { LevelMark } from '../../../shared/ui/level-mark.js';
import { AnswerList } from '../../../shared/ui/answer-list.js';
import { duration, type NumberedAttempt } from '../attempt-groups.js';
import { gradebookDialogsMessages as messages } from '../gradebook-dialogs.messages.js';
import styles from './attempts-dialog.module.css';

/** One attempt: its grade, its times, whether it counts or why it does not, and its answers. */
export function AttemptCard({ attempt, number, counts, actions }: NumberedAttempt & { actions: ReactNode }) {
  const texts = messages.attempts;
  const percent = percentOf({
    total: attempt.totalScore,
    maxTotal: attempt.maxTotalScore,
    questions: attempt.questionsScore,
    maxQuestions: attempt.maxQuestionsScore,
  });
  return (
    <article className={styles.attempt} data-counts={counts || undefined} aria-label={texts.attempt(number)}>
      <header className={styles.head}>
        <h4>{texts.attempt(number)}</h4>
        {percent !== null && (
          <p className={styles.grade}>
            <b>{gradeOf(percent)}</b> {percent}%
          </p>
        )}
        {counts && <Chip tone="note">{texts.counts}</Chip>}
        <Chip tone={attempt.passed ? 'good' : 'bad'}>{attempt.passed ? texts.passed : texts.notPassed}</Chip>
        {attempt.late && <Chip tone="signal">{texts.late}</Chip>}
        {attempt.setAside && <Chip tone="signal">{texts.setAside}</Chip>}
        {attempt.tooFast && <Chip tone="signal">{texts.tooFast}</Chip>}
        <LevelMark level={attempt.level} />
        {actions}
      </header>
      {attempt.late && <p className={styles.why}>{texts.lateHelp}</p>}
      {attempt.setAside && <p className={styles.why}>{texts.setAsideHelp}</p>}
      {attempt.tooFast && <p className={styles.why}>{texts.tooFastHelp}</p>}
      <dl className={styles.facts}>
        {factsOf(attempt).map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {attempt.questionScorecards.length > 0 && <QuestionList questions={attempt.questionScorecards} />}
    </article>
  );
}

function factsOf(attempt: Scorecard): (readonly [string, string])[] {
  const { startedAt, time, totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = attempt;
  const texts = messages.attempts;
  return [
    [texts.started, preciseTime(startedAt)],
    [texts.completed, preciseTime(time)],
    [texts.duration, duration(startedAt, time)],
    ...(maxTotalScore > 0 ? [[texts.scenarioPoints, texts.points(totalScore, maxTotalScore)] as const] : []),
    ...(maxQuestionsScore > 0
      ? [[texts.questionPoints, texts.points(questionsScore, maxQuestionsScore)] as const]
      : []),
  ];
}

/** The questions of an attempt with their answers. Closed at first, because a quiz may have two hundred questions. */
function QuestionList({ questions }: { questions: readonly QuestionScorecard[] }) {
  const texts = messages.attempts;
  const counted = questions.filter(({ maxScore }) => (maxScore ?? 0) > 0);
  const correct = counted.filter(({ score, maxScore }) => score === maxScore).length;
  return (
    <details className={styles.questions}>
      <summary>
        {counted.length > 0
          ? texts.questionsCorrect(questions.length, correct, counted.length)
          : texts.questions(questions.length)}
      </summary>
      <ol>
        {questions.map(({ questionText, score, maxScore, answerScorecards }, index) => {
          const points = maxScore === null ? `${score}` : `${score} / ${maxScore}`;
          return (
            // an attempt never changes, and equal questions have no other key
            <li key={index}>
              <p className={styles.question}>
                {questionText} <span className="figures">{points}</span>
              </p>
              <AnswerList answers={answerScorecards} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
