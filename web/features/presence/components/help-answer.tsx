import type { PresenceRow } from '../../../../api/contracts/presence.contract.js';
import { storedSession } from '../../../shared/session/stored-session.js';
import { useAnswerHelpRequest } from '../api/answer-help-request.js';
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
  const answer = useAnswerHelpRequest(sessionId, userId);
  return (
    <span className={styles.answer}>
      {helper && (
        <span className={styles.helper}>
          {helper.userId === storedSession.userId() ? 'You are on the way' : `${helper.name} is on the way`}
        </span>
      )}
      {!helper && (
        <button
          type="button"
          aria-label={`On my way to ${name}`}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ helpId, status: 'on-my-way' })}
        >
          On my way
        </button>
      )}
      <button
        type="button"
        aria-label={`Resolve the request of ${name}`}
        disabled={answer.isPending}
        onClick={() => answer.mutate({ helpId, status: 'resolved' })}
      >
        Resolve
      </button>
    </span>
  );
}
