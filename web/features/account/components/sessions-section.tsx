import Button from '@mui/material/Button';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInSession } from '../../../../api/contracts/own-account.contract.js';
import { preciseTime, timeAgo } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { Cell, DataTable, rowActions, RowHeader } from '../../../shared/ui/data-table.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useNow } from '../../../shared/use-now.js';
import { accountMessages } from '../account.messages.js';
import { sessionsQuery, useEndAllSessions, useEndSession } from '../api/sessions.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

/** List of the user's own sign-in sessions, with buttons that end one or all of them. */
export function SessionsSection({ onSignedOut }: { onSignedOut: () => void }) {
  const messages = accountMessages.sessions;
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery());
  const [asked, setAsked] = useState(false);
  const now = useNow();
  return (
    <AccountSection
      title={messages.title}
      beside={
        <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
          {messages.endAll}
        </Button>
      }
    >
      <p className={styles.soft}>{messages.help}</p>
      {isError && <LoadFailed what={messages.yourSessions} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Loading />}
      {sessions && (
        <DataTable
          label={messages.title}
          columns={[
            { label: messages.device },
            { label: messages.address },
            { label: messages.lastSeen },
            { label: messages.signedIn },
            { label: messages.actions, hidden: true },
          ]}
        >
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} now={now} />
          ))}
        </DataTable>
      )}
      {asked && <SignOutDialog onClose={() => setAsked(false)} onSignedOut={onSignedOut} />}
    </AccountSection>
  );
}

function SessionRow({ session, now }: { session: SignInSession; now: Date }) {
  const messages = accountMessages.sessions;
  const { id, device, address, startedAt, lastSeenAt, current } = session;
  const end = useEndSession();
  return (
    <TableRow>
      <RowHeader>
        <span className={styles.device}>
          {device}
          {current && <Chip tone="good">{messages.current}</Chip>}
        </span>
      </RowHeader>
      <Cell label={messages.address} className="figures">
        {address ?? '–'}
      </Cell>
      <Cell label={messages.lastSeen}>
        <time dateTime={lastSeenAt} title={preciseTime(lastSeenAt)}>
          {timeAgo(lastSeenAt, now)}
        </time>
      </Cell>
      <Cell label={messages.signedIn}>
        <time dateTime={startedAt} title={preciseTime(startedAt)}>
          {timeAgo(startedAt, now)}
        </time>
      </Cell>
      <Cell className={rowActions}>
        {!current && (
          <Button
            variant="outlined"
            disabled={end.isPending}
            aria-label={messages.endOf(device, timeAgo(lastSeenAt, now))}
            onClick={() => end.mutate(id)}
          >
            {messages.end}
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}

function SignOutDialog({ onClose, onSignedOut }: { onClose: () => void; onSignedOut: () => void }) {
  const messages = accountMessages.sessions;
  const end = useEndAllSessions();
  const action = {
    ...end,
    mutate: () => end.mutate(undefined, { onSuccess: onSignedOut }),
  };
  return (
    <ConfirmDialog title={messages.endAllTitle} submit={messages.endAll} action={action} onClose={onClose}>
      <p>{messages.endAllHelp}</p>
    </ConfirmDialog>
  );
}
