import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInSession } from '../../../../api/contracts/own-account.contract.js';
import { preciseTime, timeAgo } from '../../../shared/readable-time.js';
import { Chip } from '../../../shared/ui/chip.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { Cell, DataTable, rowActions } from '../../../shared/ui/data-table.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useNow } from '../../../shared/use-now.js';
import { sessionsQuery, useEndAllSessions, useEndSession } from '../api/sessions.js';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.js';

const COLUMNS = [
  { label: 'Device' },
  { label: 'Address' },
  { label: 'Last seen' },
  { label: 'Signed in' },
  { label: 'Actions', hidden: true },
];

/** The own sign-in sessions, to be ended one by one or all at once. */
export function SessionsSection({ onSignedOut }: { onSignedOut: () => void }) {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery());
  const [asked, setAsked] = useState(false);
  const now = useNow();
  return (
    <AccountSection
      title="Sessions"
      beside={
        <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <p className={styles.soft}>Where you are signed in. End a session that you do not recognise.</p>
      {isError && <LoadFailed what="Your sessions" onRetry={() => void refetch()} />}
      {!sessions && !isError && <Loading />}
      {sessions && (
        <DataTable label="Sessions" columns={COLUMNS}>
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
  const { id, device, address, startedAt, lastSeenAt, current } = session;
  const end = useEndSession();
  return (
    <tr>
      <th scope="row">
        <span className={styles.device}>
          {device}
          {current && <Chip tone="good">THIS SESSION</Chip>}
        </span>
      </th>
      <Cell label="Address" className="figures">
        {address ?? '–'}
      </Cell>
      <Cell label="Last seen">
        <time dateTime={lastSeenAt} title={preciseTime(lastSeenAt)}>
          {timeAgo(lastSeenAt, now)}
        </time>
      </Cell>
      <Cell label="Signed in">
        <time dateTime={startedAt} title={preciseTime(startedAt)}>
          {timeAgo(startedAt, now)}
        </time>
      </Cell>
      <Cell label="" className={rowActions}>
        {!current && (
          <Button
            variant="outlined"
            disabled={end.isPending}
            aria-label={`End session of ${device}, last seen ${timeAgo(lastSeenAt, now)}`}
            onClick={() => end.mutate(id)}
          >
            End session
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function SignOutDialog({ onClose, onSignedOut }: { onClose: () => void; onSignedOut: () => void }) {
  const end = useEndAllSessions();
  const action = {
    ...end,
    mutate: () => end.mutate(undefined, { onSuccess: onSignedOut }),
  };
  return (
    <ConfirmDialog title="Sign out everywhere?" submit="Sign out everywhere" action={action} onClose={onClose}>
      <p>All your sessions end, this one too. You sign in again with your password.</p>
    </ConfirmDialog>
  );
}
