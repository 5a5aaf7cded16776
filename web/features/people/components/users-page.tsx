import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../api/contracts/user.contract.js';
import { isNearUserLimit } from '../../../../api/contracts/seat-badge.rule.js';
import type { UserImport } from '../../../../api/contracts/user-import.contract.js';
import { lazyDialog, lazyPart } from '../../../shared/lazy/lazy-part.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { readableNumber } from '../../../shared/locale.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useListInUrl } from '../use-list-in-url.js';
import type { OrganizationChoice, Viewer } from '../viewer.js';
import { importQuery, userStatsQuery } from '../people.api.js';
import type { UserAction } from './user-dialogs.js';
import { UsersGrid } from './users-grid.js';
import styles from './users-page.module.css';
import { UsersToolbar } from './users-toolbar.js';

const UserDialogs = lazyDialog(() => import('./user-dialogs.js'));
const ImportDialog = lazyDialog(() => import('./import-dialog.js'));
const ImportNotice = lazyPart(() => import('./import-notice.js'));

interface UsersPageProps {
  viewer: Viewer;
  /** Organizations that a system admin may choose from; empty for other roles. */
  organizations: readonly OrganizationChoice[];
  onHistory: (user: User) => void;
}

/** The Users page: the accounts visible to an administrator, and the actions on them. */
export function UsersPage({ viewer, organizations, onHistory }: UsersPageProps) {
  const list = useListInUrl();
  const [action, setAction] = useState<UserAction | null>(null);
  const [importing, setImporting] = useState(false);
  const currentImport = useImport();
  // an organization admin always sees only the own organization, regardless of the address
  const orgId = viewer.role === 'SystemAdmin' ? list.query.orgId : undefined;

  const start = (next: UserAction) => {
    const { kind, user } = next;
    if (user.id === viewer.id && (kind === 'role' || kind === 'delete')) toast(messages.ownAccount[kind], 'warning');
    else if (kind === 'history') onHistory(user);
    else setAction(next);
  };

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{messages.title}</h1>
        <LiveSign />
        <UserStatsHeader orgId={orgId} />
      </header>
      <UsersToolbar viewer={viewer} organizations={organizations} list={list} onImport={() => setImporting(true)} />
      {currentImport?.state === 'running' && !importing && (
        <ImportNotice run={currentImport} onShow={() => setImporting(true)} />
      )}
      <UsersGrid viewer={viewer} list={list} orgId={orgId} onAction={start} onImport={() => setImporting(true)} />
      {action && (
        <UserDialogs action={action} viewer={viewer} organizations={organizations} onClose={() => setAction(null)} />
      )}
      {importing && <ImportDialog current={currentImport} onClose={() => setImporting(false)} />}
    </div>
  );
}

/** Seats used and number of administrators; the count turns red near the user limit (docs/rules.md#seat-badge). */
function UserStatsHeader({ orgId }: { orgId: string | undefined }) {
  const { data, error } = useQuery(userStatsQuery(orgId));
  useEffect(() => {
    if (error) console.error('Failed to fetch user stats:', error);
  }, [error]);
  const near = data !== undefined && isNearUserLimit(data.activeUsers, data.userLimit);
  return (
    <dl className={styles.stats}>
      <div>
        <dt className="label">{messages.stats.activeUsers}</dt>
        <dd>
          <Tooltip title={messages.stats.atTheLimit} describeChild>
            <ButtonBase className={styles.badge} data-near-limit={near}>
              {data ? `${readableNumber(data.activeUsers)} / ${readableNumber(data.userLimit)}` : '–'}
            </ButtonBase>
          </Tooltip>
        </dd>
      </div>
      <div>
        <dt className="label">{messages.stats.administrators}</dt>
        <dd className={styles.figure}>{data ? readableNumber(data.numberOfAdmins) : '–'}</dd>
      </div>
    </dl>
  );
}

/** Returns the newest import or null, also after a page reload. When it ends, shows a toast and reloads the users. */
function useImport(): UserImport | null {
  const client = useQueryClient();
  const { data } = useQuery(importQuery);
  const current = data?.import ?? null;
  const running = useRef<string | null>(null);
  useEffect(() => {
    if (current?.state === 'running') running.current = current.id;
    if (current?.state !== 'ended' || running.current !== current.id) return;
    running.current = null;
    const { made, refused } = current;
    toast(
      refused === 0 ? messages.imports.imported(made) : messages.imports.importedRefused(made, refused),
      refused === 0 ? 'success' : 'warning',
    );
    void client.invalidateQueries({ queryKey: ['users'] });
  }, [client, current]);
  return current;
}
