import { mdiAccountEdit, mdiDelete, mdiHistory, mdiLockReset, mdiLogoutVariant, mdiPencil } from '@mdi/js';
import TableRow from '@mui/material/TableRow';
import { preciseTime, timeAgo } from '../../../shared/readable-time.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Cell, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { Toggle } from '../../../shared/ui/toggle.js';
import type { UserAction } from './user-dialogs.js';
import { useSetUserEnabled } from '../people.api.js';
import { peopleMessages as messages } from '../people.messages.js';
import { canManage, type Viewer } from '../viewer.js';
import styles from './users-page.module.css';

interface UserRowProps {
  user: User;
  viewer: Viewer;
  now: Date;
  onAction: (action: UserAction) => void;
}

/** Table row of one user: names, role, organization, dates and the available actions. */
export function UserRow({ user, viewer, now, onAction }: UserRowProps) {
  const labels = messages.fields;
  const { username, firstName, lastName, rankTitle, lastActive } = user;
  const setEnabled = useSetUserEnabled(user);
  const locked = !canManage(viewer, user);
  const own = user.id === viewer.id;
  const choose = (kind: UserAction['kind']) => () => onAction({ kind, user });
  return (
    <TableRow data-highlight={!user.enabled}>
      <RowHeader>
        {username}
        <span className={styles.name}>{`${rankTitle} ${firstName} ${lastName}`.trim()}</span>
      </RowHeader>
      {viewer.role === 'SystemAdmin' && (
        <Cell label={labels.organization} className={styles.organization}>
          {user.organizationName ?? labels.noOrganization}
        </Cell>
      )}
      <Cell label={labels.role}>
        <span className={styles.role}>
          {user.roles[0]}
          <IconAction
            label={messages.actions.editRole(username)}
            icon={mdiPencil}
            disabled={locked}
            onClick={choose('role')}
          />
        </span>
      </Cell>
      <Cell label={labels.lastActive} className={styles.soft}>
        {lastActive ? (
          <time dateTime={lastActive} title={preciseTime(lastActive)}>
            {timeAgo(lastActive, now)}
          </time>
        ) : (
          labels.neverActive
        )}
      </Cell>
      <Cell label={labels.lastJoinedCourse} className={styles.soft}>
        {user.lastJoinedGroupName ?? '–'}
      </Cell>
      <Cell label={labels.status}>
        <span className={styles.status}>
          <Toggle
            label={username}
            checked={user.enabled}
            words={[labels.enabled, labels.disabled]}
            disabled={setEnabled.isPending || locked || own}
            hint={own ? messages.ownAccount.disable : undefined}
            onChange={(enabled) => (enabled ? setEnabled.mutate(true) : onAction({ kind: 'disable', user }))}
          />
          {user.resetPasswordPending && <Chip tone="signal">{labels.passwordPending}</Chip>}
        </span>
      </Cell>
      <Cell label="" className={rowActions}>
        <IconAction
          label={messages.actions.edit(username)}
          icon={mdiAccountEdit}
          disabled={locked}
          onClick={choose('edit')}
        />
        <IconAction
          label={messages.actions.resetPassword(username)}
          icon={mdiLockReset}
          disabled={locked}
          onClick={choose('reset')}
        />
        <IconAction
          label={messages.actions.endSessions(username)}
          icon={mdiLogoutVariant}
          disabled={locked}
          onClick={choose('end-sessions')}
        />
        <IconAction label={messages.actions.history(username)} icon={mdiHistory} onClick={choose('history')} />
        <IconAction
          label={messages.actions.delete(username)}
          icon={mdiDelete}
          tone="harm"
          disabled={locked}
          onClick={choose('delete')}
        />
      </Cell>
    </TableRow>
  );
}
