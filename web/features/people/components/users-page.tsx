import { useState } from 'react';
import type { User } from '../../../../api/contracts/user.contract.js';
import { lazyDialog, lazyPart } from '../../../shared/lazy/lazy-part.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import type { AskedOf } from '../asked-of.js';
import type { OrganizationChoice } from '../organization-choice.js';
import { peopleMessages as messages } from '../people.messages.js';
import { useListInUrl } from '../use-list-in-url.js';
import { useImport } from '../use-import.js';
import type { Viewer } from '../viewer.js';
import { UserStatsHeader } from './user-stats-header.js';
import { UsersGrid } from './users-grid.js';
import styles from './users-page.module.css';
import { UsersToolbar } from './users-toolbar.js';

const UserDialogs = lazyDialog(() => import('./user-dialogs.js'));
const ImportDialog = lazyDialog(() => import('./import-dialog.js'));
const ImportNotice = lazyPart(() => import('./import-notice.js'));

interface UsersPageProps {
  viewer: Viewer;
  /** What a system admin may choose from; empty for others. */
  organizations: readonly OrganizationChoice[];
  onHistory: (user: User) => void;
}

/** The Users page: who has an account, and everything an administrator may do to it. */
export function UsersPage({ viewer, organizations, onHistory }: UsersPageProps) {
  const list = useListInUrl();
  const [asked, setAsked] = useState<AskedOf | null>(null);
  const [importing, setImporting] = useState(false);
  const currentImport = useImport();
  // an organization admin sees the own organization, whatever the address says
  const orgId = viewer.role === 'SystemAdmin' ? list.query.orgId : undefined;

  const ask = (next: AskedOf) => {
    const { kind, user } = next;
    if (user.id === viewer.id && (kind === 'role' || kind === 'delete')) toast(messages.ownAccount[kind], 'warning');
    else if (kind === 'history') onHistory(user);
    else setAsked(next);
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
      <UsersGrid viewer={viewer} list={list} orgId={orgId} onAsk={ask} onImport={() => setImporting(true)} />
      {asked && (
        <UserDialogs asked={asked} viewer={viewer} organizations={organizations} onClose={() => setAsked(null)} />
      )}
      {importing && <ImportDialog current={currentImport} onClose={() => setImporting(false)} />}
    </div>
  );
}
