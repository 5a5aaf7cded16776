import { useId } from 'react';
import { gradeOf, percentOf } from '../../../../api/contracts/grade.rule.js';
import type { AttemptPolicy } from '../../../../api/contracts/grading.rule.js';
import type { OwnDebrief } from '../../../../api/contracts/own-debrief.contract.js';
import type { OwnAttempt } from '../../../../api/contracts/results.contract.js';
import { minuteOfDay, preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { ownDebriefMessages as messages } from '../own-debrief.messages.js';
import type { LaneStep, OwnLane } from '../own-lane.js';
import { resultsMessages } from '../results.messages.js';
import styles from './own-debrief-page.module.css';

interface OwnStepsProps {
  lane: OwnLane;
  policy: AttemptPolicy;
  scenarios: OwnDebrief['scenarios'];
  flightHref: (attemptId: string) => string;
}

const MINUTE_MS = 60_000;

/** What happened to the student, one step after the other. */
export function OwnSteps({ lane, policy, scenarios, flightHref }: OwnStepsProps) {
  const id = useId();
  const byId = new Map(scenarios.map((scenario) => [scenario.scenarioId, scenario]));
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{messages.steps.title}</h2>
      <ol className={styles.steps}>
        {lane.steps.map((step, nth) => {
          const scenario = 'scenarioId' in step ? byId.get(step.scenarioId) : undefined;
          return (
            // steps have no other key, and a loaded debrief never changes
            <li key={nth} data-kind={step.kind}>
              <time dateTime={new Date(step.at).toISOString()} title={preciseTime(step.at)}>
                {minuteOfDay(step.at)}
                <small>{messages.steps.minute(Math.floor((step.at - lane.start) / MINUTE_MS))}</small>
              </time>
              {step.kind === 'handed-in' ? (
                <HandedIn
                  attempt={step.attempt}
                  policy={policy}
                  title={scenario?.scenarioTitle ?? ''}
                  href={scenario?.scenarioType === 'Default' ? flightHref(step.attempt.attemptId) : undefined}
                />
              ) : (
                <p>{wordsOf(step, scenario?.scenarioTitle ?? '')}</p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const wordsOf = ({ kind }: Exclude<LaneStep, { kind: 'handed-in' }>, scenario: string): string =>
  kind === 'opened' ? messages.steps.opened(scenario) : messages.steps[kind];

interface HandedInProps {
  attempt: OwnAttempt;
  policy: AttemptPolicy;
  title: string;
  /** Undefined for a quiz. */
  href: string | undefined;
}

function HandedIn({ attempt, policy, title, href }: HandedInProps) {
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore, best, passed, late, setAside, time } = attempt;
  const percent = percentOf({
    total: totalScore,
    maxTotal: maxTotalScore,
    questions: questionsScore,
    maxQuestions: maxQuestionsScore,
  });
  const grade = percent === null ? messages.steps.noGrade : `${gradeOf(percent)} ${percent}%`;
  return (
    <div className={styles.result}>
      <p>
        {messages.steps.handedIn(title)}: <b>{grade}</b>
      </p>
      <p className={styles.marks}>
        {best && <Chip tone="note">{resultsMessages.counted[policy]}</Chip>}
        {!passed && <Chip tone="bad">{resultsMessages.notPassed}</Chip>}
        {late && <Chip tone="signal">{resultsMessages.late}</Chip>}
        {setAside && <Chip tone="signal">{resultsMessages.setAside}</Chip>}
      </p>
      {setAside && <p className={styles.soft}>{resultsMessages.setAsideReason(setAside.reason)}</p>}
      {href && (
        // Only its own document may run WebAssembly.
        <a href={href} aria-label={messages.steps.seeFlightOf(title, minuteOfDay(time))}>
          {messages.steps.seeFlight}
        </a>
      )}
    </div>
  );
}
