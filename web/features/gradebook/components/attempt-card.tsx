import type { Scorecard } from '../../../../api/contracts/score.contract.js';
import { gradeOf, percentOf } from '../../../../api/contracts/grade.rule.js';
import { preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { duration, type NumberedAttempt } from '../attempt-groups.js';
import styles from './attempts-dialog.module.css';
import { QuestionList } from './question-list.js';

/** One attempt: what it is worth, when it was, whether it counts and why not, and its answers. */
export function AttemptCard({ attempt, number, counts }: NumberedAttempt) {
  const percent = percentOf({
    total: attempt.totalScore,
    maxTotal: attempt.maxTotalScore,
    questions: attempt.questionsScore,
    maxQuestions: attempt.maxQuestionsScore,
  });
  return (
    <article className={styles.attempt} data-counts={counts || undefined} aria-label={`Attempt ${number}`}>
      <header className={styles.head}>
        <h4>Attempt {number}</h4>
        {percent !== null && (
          <p className={styles.grade}>
            <b>{gradeOf(percent)}</b> {percent}%
          </p>
        )}
        {counts && <Chip tone="note">Counts</Chip>}
        <Chip tone={attempt.passed ? 'good' : 'bad'}>{attempt.passed ? 'Passed' : 'Not passed'}</Chip>
        {attempt.late && <Chip tone="signal">Late</Chip>}
        {attempt.tooFast && <Chip tone="signal">Too fast</Chip>}
      </header>
      {attempt.late && (
        <p className={styles.why}>
          Late: it arrived more than 15 minutes after the class had ended. It is kept, but not counted.
        </p>
      )}
      {attempt.tooFast && (
        <p className={styles.why}>
          Too fast: it was over sooner than anybody can be who plays it. It counts like any other; ask how it came
          about.
        </p>
      )}
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
  return [
    ['Started', preciseTime(startedAt)],
    ['Completed', preciseTime(time)],
    ['Duration', duration(startedAt, time)],
    ...(maxTotalScore > 0 ? [['Scenario points', `${totalScore} of ${maxTotalScore}`] as const] : []),
    ...(maxQuestionsScore > 0 ? [['Question points', `${questionsScore} of ${maxQuestionsScore}`] as const] : []),
  ];
}
