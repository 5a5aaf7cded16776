import { memo } from 'react';
import type { PresenceRow, PresenceState } from '../../../../api/contracts/presence.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { dateAndTime, preciseTime } from '../../../shared/readable-time.js';
import { nameOf, needsHelp } from '../monitor.js';
import { useElapsed } from '../use-elapsed.js';
import { StateMark } from './state-mark.js';
import styles from './student-list.module.css';

interface StudentRowProps {
  member: Member | undefined;
  presence: PresenceRow;
  /** Title of the scenario the student is or was in. */
  scenario: string | null;
}

const WORDS: Record<PresenceState, string> = { online: 'Online', idle: 'Idle', offline: 'Offline' };

/** One student; drawn again only when something of them changes. */
export const StudentRow = memo(function StudentRow({ member, presence, scenario }: StudentRowProps) {
  const { state, since } = presence;
  const here = state !== 'offline';
  return (
    <tr data-help={needsHelp(presence)} data-here={here}>
      <th scope="row">
        {member ? nameOf(member) : '…'}
        {member && nameOf(member) !== member.username && <span className={styles.username}>{member.username}</span>}
      </th>
      <td className={styles.state}>
        <StateMark state={state} />
        {WORDS[state]}
        <Help presence={presence} />
      </td>
      <td className={styles.scenario}>{here ? (scenario ?? 'In no scenario') : '-'}</td>
      <td className={styles.elapsed}>{here && <Elapsed since={since} />}</td>
      <td className={styles.seen}>
        <LastSeen presence={presence} />
      </td>
    </tr>
  );
});

function Help({ presence }: { presence: PresenceRow }) {
  const { needsHelpSince, state } = presence;
  const waiting = useElapsed(needsHelpSince);
  if (needsHelpSince === null) return null;
  return (
    <span className={styles.help}>
      <StateMark state="help" />
      {state === 'offline' ? 'Asked for help' : `Needs help for ${waiting}`}
    </span>
  );
}

const Elapsed = ({ since }: { since: string | null }) => useElapsed(since);

function LastSeen({ presence: { state, seenAt } }: { presence: PresenceRow }) {
  if (state !== 'offline') return 'Now';
  return seenAt === null ? (
    'Not yet'
  ) : (
    <time dateTime={seenAt} title={preciseTime(seenAt)}>
      {dateAndTime(seenAt)}
    </time>
  );
}
