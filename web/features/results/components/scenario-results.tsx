import type { AttemptPolicy } from '../../../../api/contracts/grading.rule.js';
import type { OwnAttempt, OwnScenario } from '../../../../api/contracts/results.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { LevelMark } from '../../../shared/ui/level-mark.js';
import { resultsMessages as messages } from '../results.messages.js';
import { AttemptAnswers } from './attempt-answers.js';
import styles from './results-page.module.css';
import { ScenarioResult } from './scenario-result.js';
import { GradeAndPoints, Original, worthOf } from './worth.js';

interface ScenarioResultsProps {
  scenario: OwnScenario;
  policy: AttemptPolicy;
  /** False for attempts outside a class, which have no result. */
  isInClass: boolean;
  answersReleased: boolean;
}

/** The user's own attempts of one scenario in one class, newest first. */
export function ScenarioResults({ scenario, policy, isInClass, answersReleased }: ScenarioResultsProps) {
  const { scenarioTitle, campaignTitle, attempts, attemptCount, decisions } = scenario;
  const hidden = attemptCount - attempts.length;
  return (
    <div className={styles.scenario}>
      <h3>
        {scenarioTitle} <span className={styles.soft}>{campaignTitle}</span>
      </h3>
      {decisions.length > 0 && <Decisions decisions={decisions} title={scenarioTitle} />}
      {isInClass && <ScenarioResult {...scenario} />}
      <ol className={styles.attempts} aria-label={messages.attemptsOf(scenarioTitle)}>
        {attempts.map((attempt) => (
          <li key={attempt.attemptId} id={`attempt-${attempt.attemptId}`} data-best={attempt.best}>
            <Attempt attempt={attempt} policy={policy} />
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

function Attempt({ attempt, policy }: { attempt: OwnAttempt; policy: AttemptPolicy }) {
  const { time, best, passed, original, late, level, setAside } = attempt;
  return (
    <div className={styles.worth}>
      <GradeAndPoints worth={worthOf(attempt)} />
      <time dateTime={time} title={preciseTime(time)}>
        {dateAndTime(time)}
      </time>
      <p className={styles.marks}>
        <LevelMark level={level} />
        {best && <Chip tone="note">{messages.counted[policy]}</Chip>}
        {!passed && <Chip tone="bad">{messages.notPassed}</Chip>}
        {late && <Chip tone="signal">{messages.late}</Chip>}
        {setAside && <Chip tone="signal">{messages.setAside}</Chip>}
      </p>
      <Original original={original} passed={passed} />
      {setAside && <p className={styles.soft}>{messages.setAsideReason(setAside.reason)}</p>}
    </div>
  );
}
