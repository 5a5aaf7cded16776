import type { PresenceRow } from '../../../../api/contracts/presence.contract.js';
import { storedSession } from '../../../shared/session/stored-session.js';
import { useAnswerHelpRequest } from '../api/answer-help-request.js';
import { presenceMessages as messages } from '../presence.messages.js';
import styles from './help-answer.module.css';

interface HelpAnswerProps {
  sessionId: string;
  userId: string;
  helpId: string;
  /** The student, for the names of the buttons. */
  name: string;
  helper: PresenceRow['helper'];
}

/** Who is on the way to a student, and the buttons that answer the request. */
export function HelpAnswer({ sessionId, userId, helpId, name, helper }: HelpAnswerProps) {
  const texts = messages.requests;
  const answer = useAnswerHelpRequest(sessionId, userId);
  return (
    <span className={styles.answer}>
      {helper && (
        <span className={styles.helper}>
          {helper.userId === storedSession.userId() ? texts.youAreOnTheWay : texts.onTheWay(helper.name)}
        </span>
      )}
      {!helper && (
        <button
          type="button"
          aria-label={texts.onMyWayTo(name)}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ helpId, status: 'on-my-way' })}
        >
          {texts.onMyWay}
        </button>
      )}
      <button
        type="button"
        aria-label={texts.resolveOf(name)}
        disabled={answer.isPending}
        onClick={() => answer.mutate({ helpId, status: 'resolved' })}
      >
        {texts.resolve}
      </button>
    </span>
  );
}
