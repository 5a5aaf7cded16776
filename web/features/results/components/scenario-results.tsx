import { gradeOf, percentOf } from '../../../../api/contracts/grade.rule.js';
import type { OwnAttempt, OwnScenario } from '../../../../api/contracts/results.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { LevelMark } from '../../../shared/ui/level-mark.js';
import { resultsMessages as messages } from '../results.messages.js';
import { AttemptAnswers } from './attempt-answers.js';
import styles from './results-page.module.css';

interface ScenarioResultsProps {
  scenario: OwnScenario;
  answersReleased: boolean;
}

/** The user's own attempts of one scenario in one class, newest first. */
export function ScenarioResults({ scenario, answersReleased }: ScenarioResultsProps) {
  const { scenarioTitle, campaignTitle, attempts, attemptCount, decisions } = scenario;
  const hidden = attemptCount - attempts.length;
  return (
    <div className={styles.scenario}>
      <h3>
        {scenarioTitle} <span className={styles.soft}>{campaignTitle}</span>
      </h3>
      {decisions.length > 0 && <Decisions decisions={decisions} title={scenarioTitle} />}
      <ol className={styles.attempts} aria-label={messages.attemptsOf(scenarioTitle)}>
        {attempts.map((attempt) => (
          <li key={attempt.attemptId} id={`attempt-${attempt.attemptId}`} data-best={attempt.best}>
            <Worth attempt={attempt} />
            {answersReleased && attempt.questions > 0 && (
              <AttemptAnswers attemptId={attempt.attemptId} count={attempt.questions} />
            )}
          </li>
        ))}
      </ol>
      {hidden > 0 && <p className={styles.soft}>{messages.olderAttempts(hidden)}</p>}
    </div>
  );
}

/** What staff decided about the result, with the reasons. */
function Decisions({ decisions, title }: { decisions: OwnScenario['decisions']; title: string }) {
  return (
    <ul className={styles.decisions} aria-label={messages.decisionsOf(title)}>
      {decisions.map((decision, index) => (
        // decisions have no other identity here
        <li key={index}>
          <b>
            {decision.kind === 'Points'
              ? messages.decisions.Points(String(decision.points), String(decision.maximum))
              : messages.decisions[decision.kind]}
          </b>{' '}
          <q>{decision.reason}</q>{' '}
          <time dateTime={decision.at} className={styles.soft}>
            {dateAndTime(decision.at)}
          </time>
        </li>
      ))}
    </ul>
  );
}

function Worth({ attempt }: { attempt: OwnAttempt }) {
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore, time, best, passed, late, level, setAside } =
    attempt;
  const percent = percentOf({
    total: totalScore,
    maxTotal: maxTotalScore,
    questions: questionsScore,
    maxQuestions: maxQuestionsScore,
  });
  return (
    <div className={styles.worth}>
      <p className={styles.grade}>
        {percent === null ? (
          '-'
        ) : (
          <>
            <b>{gradeOf(percent)}</b> {percent}%
          </>
        )}
      </p>
      <p className={styles.points}>
        {maxTotalScore > 0 && <span>{messages.points(totalScore, maxTotalScore)}</span>}
        {maxQuestionsScore > 0 && <span>{messages.questionPoints(questionsScore, maxQuestionsScore)}</span>}
      </p>
      <time dateTime={time} title={preciseTime(time)}>
        {dateAndTime(time)}
      </time>
      <p className={styles.marks}>
        <LevelMark level={level} />
        {best && <Chip tone="note">{messages.best}</Chip>}
        {!passed && <Chip tone="bad">{messages.notPassed}</Chip>}
        {late && <Chip tone="signal">{messages.late}</Chip>}
        {setAside && <Chip tone="signal">{messages.setAside}</Chip>}
      </p>
      {setAside && <p className={styles.soft}>{messages.setAsideReason(setAside.reason)}</p>}
    </div>
  );
}
