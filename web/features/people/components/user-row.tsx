import { mdiAccountEdit, mdiDelete, mdiHistory, mdiLockReset, mdiLogoutVariant, mdiPencil } from '@mdi/js';
import { preciseTime, timeAgo } from '../../../shared/readable-time.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Cell, rowActions } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import type { AskedOf } from '../asked-of.js';
import { useSetUserEnabled } from '../api/set-user-enabled.js';
import { mayTouch, type Viewer } from '../viewer.js';
import styles from './users-page.module.css';

interface UserRowProps {
  user: User;
  viewer: Viewer;
  now: Date;
  onAsk: (asked: AskedOf) => void;
}

/** One user: who, what, since when, and what may be done. */
export function UserRow({ user, viewer, now, onAsk }: UserRowProps) {
  const { username, firstName, lastName, rankTitle, lastActive } = user;
  const setEnabled = useSetUserEnabled(user);
  const locked = !mayTouch(viewer, user);
  const own = user.id === viewer.id;
  const ask = (kind: AskedOf['kind']) => () => onAsk({ kind, user });
  return (
    <tr data-highlight={!user.enabled}>
      <th scope="row">
        {username}
        <span className={styles.name}>{`${rankTitle} ${firstName} ${lastName}`.trim()}</span>
      </th>
      {viewer.role === 'SystemAdmin' && (
        <Cell label="Organization" className={styles.organization}>
          {user.organizationName ?? 'None'}
        </Cell>
      )}
      <Cell label="Role">
        <span className={styles.role}>
          {user.roles[0]}
          <IconAction label={`Edit Role of ${username}`} icon={mdiPencil} disabled={locked} onClick={ask('role')} />
        </span>
      </Cell>
      <Cell label="Last active" className={styles.soft}>
        {lastActive ? (
          <time dateTime={lastActive} title={preciseTime(lastActive)}>
            {timeAgo(lastActive, now)}
          </time>
        ) : (
          'Never'
        )}
      </Cell>
      <Cell label="Last joined course" className={styles.soft}>
        {user.lastJoinedGroupName ?? '–'}
      </Cell>
      <Cell label="Status">
        <span className={styles.status}>
          <Toggle
            label={username}
            checked={user.enabled}
            words={['Enabled', 'Disabled']}
            disabled={setEnabled.isPending || locked || own}
            hint={own ? 'The logged-in account cannot be disabled' : undefined}
            onChange={(enabled) => (enabled ? setEnabled.mutate(true) : onAsk({ kind: 'disable', user }))}
          />
          {user.resetPasswordPending && <Chip tone="signal">PASSWORD PENDING</Chip>}
        </span>
      </Cell>
      <Cell label="" className={rowActions}>
        <IconAction label={`Edit ${username}`} icon={mdiAccountEdit} disabled={locked} onClick={ask('edit')} />
        <IconAction
          label={`Reset password of ${username}`}
          icon={mdiLockReset}
          disabled={locked}
          onClick={ask('reset')}
        />
        <IconAction
          label={`End sessions of ${username}`}
          icon={mdiLogoutVariant}
          disabled={locked}
          onClick={ask('end-sessions')}
        />
        <IconAction label={`History of ${username}`} icon={mdiHistory} onClick={ask('history')} />
        <IconAction
          label={`Delete ${username}`}
          icon={mdiDelete}
          tone="harm"
          disabled={locked}
          onClick={ask('delete')}
        />
      </Cell>
    </tr>
  );
}
