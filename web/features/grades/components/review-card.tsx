import Button from '@mui/material/Button';
import type { AttemptDecision, ReviewedAttempt } from '../../../../api/contracts/grades.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { focusEntryOf } from '../../../shared/ui/list-focus.js';
import { LevelMark } from '../../../shared/ui/level-mark.js';
import { useUndoDecision } from '../grades.api.js';
import { gradesMessages as messages } from '../grades.messages.js';
import styles from './review.module.css';

interface ReviewCardProps {
  sessionId: string;
  attempt: ReviewedAttempt;
  /** The instructor wants to decide about the result. */
  onDecide: (decision: AttemptDecision) => void;
}

/** One flagged result: the reasons, what is known about it, and the decision. */
export function ReviewCard({ sessionId, attempt, onDecide }: ReviewCardProps) {
  const { username, firstName, lastName, scenarioTitle, total, maximum, level, late, flags, decision } = attempt;
  return (
    <article className={styles.card} data-open={decision === null || undefined}>
      <header className={styles.head}>
        <h3>
          {username} <span className={styles.soft}>{`${firstName} ${lastName}`.trim()}</span>
        </h3>
        <span>{scenarioTitle}</span>
        <span className="figures">{messages.of(String(total), String(maximum))}</span>
        <LevelMark level={level} />
        {late && <Chip tone="signal">{messages.late}</Chip>}
      </header>
      {flags.length > 0 && (
        <ul className={styles.reasons} aria-label={messages.reasons}>
          {flags.map((flag) => (
            <li key={flag}>{messages.flags[flag]}</li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        {factsOf(attempt).map(([name, value]) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {decision && <Decided sessionId={sessionId} attempt={attempt} decision={decision} />}
      <div className={styles.actions} data-screen-only>
        {decision?.decision !== 'Accepted' && (
          <Button
            variant="outlined"
            aria-label={messages.acceptOf(scenarioTitle, username)}
            onClick={() => onDecide('Accepted')}
          >
            {messages.accept}
          </Button>
        )}
        {decision?.decision !== 'SetAside' && (
          <Button
            variant="outlined"
            color="error"
            aria-label={messages.setAsideOf(scenarioTitle, username)}
            onClick={() => onDecide('SetAside')}
          >
            {messages.setAside}
          </Button>
        )}
      </div>
    </article>
  );
}

interface DecidedProps extends Omit<ReviewCardProps, 'onDecide'> {
  decision: NonNullable<ReviewedAttempt['decision']>;
}

/** The decision in force, with its reason and the button that undoes it. */
function Decided({ sessionId, attempt, decision }: DecidedProps) {
  const undo = useUndoDecision(sessionId);
  const when = dateAndTime(decision.at);
  return (
    <div className={styles.decision}>
      <Chip tone={decision.decision === 'Accepted' ? 'good' : 'signal'}>
        {decision.decision === 'Accepted' ? messages.accepted : messages.asideNow}
      </Chip>
      {decision.reason && <q>{decision.reason}</q>}
      <span className={styles.soft}>
        {decision.by === null ? messages.decidedOn(when) : messages.decidedBy(decision.by, when)}
      </span>
      <Button
        variant="text"
        disabled={undo.isPending}
        aria-label={messages.undoOf(attempt.scenarioTitle, attempt.username)}
        onClick={(event) => {
          focusEntryOf(event.currentTarget);
          undo.mutate(decision.decisionId);
        }}
      >
        {messages.undo}
      </Button>
    </div>
  );
}

function factsOf({ startedAt, completedAt, arrivedAt, claimed, flown, total }: ReviewedAttempt) {
  const texts = messages.facts;
  const flownText = flown && (flown.passed ? texts.passed : texts.notPassed)(String(flown.totalScore));
  return [
    [texts.started, preciseTime(startedAt)],
    [texts.completed, preciseTime(completedAt)],
    [texts.arrived, preciseTime(arrivedAt)],
    ...(claimed
      ? [
          [texts.claimedStart, preciseTime(claimed.startedAt)] as const,
          [texts.claimedEnd, preciseTime(claimed.completedAt)] as const,
        ]
      : []),
    ...(flownText ? [[texts.claimed, String(total)] as const, [texts.computed, flownText] as const] : []),
  ] as const;
}
