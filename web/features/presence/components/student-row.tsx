import Button from '@mui/material/Button';
import { memo } from 'react';
import type { AnswerHelpRequest, PresenceRow } from '../../../../api/contracts/presence.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { storedSignIn } from '../../../shared/session/stored-sign-in.js';
import { api } from '../../../shared/api-client/api.js';
import { useSubmission } from '../../../shared/forms/use-submission.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { nameOf, needsHelp } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import { useElapsed } from '../elapsed.js';
import { StateMark } from './state-filters.js';
import styles from './student-list.module.css';

interface StudentRowProps {
  sessionId: string;
  userId: string;
  member: Member | undefined;
  presence: PresenceRow;
  /** Title of the student's current or last scenario. */
  scenario: string | null;
}

/** Row of one student. Renders only when its props change. */
export const StudentRow = memo(function StudentRow({ sessionId, userId, member, presence, scenario }: StudentRowProps) {
  const { state, since } = presence;
  const here = state !== 'offline';
  return (
    <div role="row" className={styles.row} data-help={needsHelp(presence)} data-here={here}>
      <div role="rowheader" className={styles.name}>
        {member ? nameOf(member) : '…'}
        {member && nameOf(member) !== member.username && <span className={styles.username}>{member.username}</span>}
      </div>
      <div role="cell" className={styles.state}>
        <StateMark state={state} />
        {messages.states[state]}
        <Help presence={presence} />
        {needsHelp(presence) && presence.helper && !presence.helpId && (
          <span className={styles.helper}>{messages.requests.onTheWay(presence.helper.name)}</span>
        )}
        {needsHelp(presence) && presence.helpId && (
          <HelpAnswer
            sessionId={sessionId}
            userId={userId}
            helpId={presence.helpId}
            name={member ? nameOf(member) : messages.requests.theStudent}
            helper={presence.helper ?? null}
          />
        )}
      </div>
      <div role="cell" className={styles.scenario}>
        {here ? (scenario ?? messages.scenarios.none) : '-'}
      </div>
      <div role="cell" className={styles.elapsed}>
        {here && <Elapsed since={since} />}
      </div>
      <div role="cell" className={styles.seen}>
        <LastSeen presence={presence} />
      </div>
    </div>
  );
});

function Help({ presence }: { presence: PresenceRow }) {
  const { needsHelpSince, state } = presence;
  const waiting = useElapsed(needsHelpSince);
  if (needsHelpSince === null) return null;
  return (
    <span className={styles.help}>
      <StateMark state="help" />
      {state === 'offline' ? messages.students.askedForHelp : messages.students.needsHelpFor(waiting)}
    </span>
  );
}

const Elapsed = ({ since }: { since: string | null }) => useElapsed(since);

function LastSeen({ presence: { state, seenAt } }: { presence: PresenceRow }) {
  if (state !== 'offline') return messages.students.now;
  return seenAt === null ? (
    messages.students.never
  ) : (
    <time dateTime={seenAt} title={preciseTime(seenAt)}>
      {dateAndTime(seenAt)}
    </time>
  );
}

interface HelpAnswerProps {
  sessionId: string;
  userId: string;
  helpId: string;
  /** Name of the student, for the labels of the buttons. */
  name: string;
  helper: PresenceRow['helper'];
}

/** Shows which member of staff has responded to a request, and the buttons that respond to it. */
function HelpAnswer({ sessionId, userId, helpId, name, helper }: HelpAnswerProps) {
  const texts = messages.requests;
  const answer = useAnswerHelpRequest(sessionId, userId);
  return (
    <span className={styles.answer}>
      {helper && (
        <span className={styles.helper}>
          {helper.userId === storedSignIn.userId() ? texts.youAreOnTheWay : texts.onTheWay(helper.name)}
        </span>
      )}
      {!helper && (
        <Button
          variant="outlined"
          aria-label={texts.onMyWayTo(name)}
          disabled={answer.isPending}
          onClick={() => answer.mutate({ helpId, status: 'on-my-way' })}
        >
          {texts.onMyWay}
        </Button>
      )}
      <Button
        variant="outlined"
        aria-label={texts.resolveOf(name)}
        disabled={answer.isPending}
        onClick={() => answer.mutate({ helpId, status: 'resolved' })}
      >
        {texts.resolve}
      </Button>
    </span>
  );
}

/** PUT /sessions/{id}/help/{userId}. The live topics then send the change to all watchers. */
const useAnswerHelpRequest = (sessionId: string, userId: string) =>
  useSubmission({
    send: (body: AnswerHelpRequest, idempotencyKey) =>
      api.call<void>(`/sessions/${sessionId}/help/${userId}`, {
        method: 'PUT',
        body,
        idempotencyKey,
        keepsPage: true,
      }),
    onError: ({ message }) => toast(message, 'error'),
  });
