import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry, AuditTarget } from '../../../../api/contracts/audit.contract.js';
import { preciseTime } from '../../../shared/readable-time.js';
import { Loading } from '../../../shared/ui/loading.js';
import { SideDrawer } from '../../../shared/ui/side-drawer.js';
import { auditQuery } from '../api/get-audit.js';
import { actionWords, actorWords, roleOf } from '../audit-words.js';
import { auditMessages as messages } from '../audit.messages.js';
import { ChangeList } from './change-list.js';
import styles from './history-drawer.module.css';

/** The user, organization or course of a history. */
export interface HistoryTarget {
  type: AuditTarget;
  id: string;
  name: string;
}

interface HistoryDrawerProps {
  target: HistoryTarget;
  onClose: () => void;
}

/** Drawer with the history of one user, organization or course, newest first. Opens when it is mounted. */
export default function HistoryDrawer({ target, onClose }: HistoryDrawerProps) {
  return (
    <SideDrawer title={messages.history.title(target.name)} className={styles.drawer} onClose={onClose}>
      <History target={target} />
    </SideDrawer>
  );
}

function History({ target: { type, id } }: { target: HistoryTarget }) {
  const texts = messages.history;
  const query = useInfiniteQuery(auditQuery(new URLSearchParams({ targetType: type, targetId: id })));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  if (query.error !== null && !entries)
    return (
      <div className={styles.note}>
        <p>{texts.notLoaded}</p>
        <Button variant="outlined" onClick={() => void query.refetch()}>
          {texts.tryAgain}
        </Button>
      </div>
    );
  if (!entries) return <Loading />;
  if (entries.length === 0) return <p className={styles.note}>{texts.empty}</p>;
  return (
    <>
      <ol className={styles.entries}>
        {entries.map(({ id, occurredAt, action, actor, changes }) => (
          <li key={id} className={styles.entry}>
            <time dateTime={occurredAt} className={styles.time}>
              {preciseTime(occurredAt)}
            </time>
            <p className={styles.action}>{actionWords(action)}</p>
            <ChangeList changes={changes} />
            <p className={styles.actor}>{actorAndRole(actor)}</p>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button variant="outlined" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.loadMore}
        </Button>
      )}
    </>
  );
}

function actorAndRole(actor: AuditEntry['actor']): string {
  const role = roleOf(actor);
  return role ? messages.history.actorAs(actorWords(actor), role) : actorWords(actor);
}
