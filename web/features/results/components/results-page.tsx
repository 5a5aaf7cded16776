import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OwnDecisionsVersion } from '../../../../api/contracts/grading.contract.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { OWN_PLACES } from '../api/get-own-place.js';
import { OWN_RESULTS, ownResultsQuery, PAGE_SIZE } from '../api/get-results.js';
import { resultsMessages as messages } from '../results.messages.js';
import { ClassResults } from './class-results.js';
import styles from './results-page.module.css';

interface ResultsPageProps {
  /** Undefined while the user loads. */
  userId: string | undefined;
  playHref: string;
  leaderboardTo: (params: { sessionId: string }) => string;
  debriefTo: (params: { sessionId: string }) => string;
}

/** The user's own attempts by class, with their grades and points. */
export function ResultsPage({ userId, playHref, leaderboardTo, debriefTo }: ResultsPageProps) {
  const [address, change] = useSearchInUrl();
  const page = Math.max(0, Math.floor(Number(address.get('page') ?? '1')) - 1 || 0);
  const { data, isError, refetch } = useQuery(ownResultsQuery(page));
  return (
    <Page title={messages.title}>
      {userId && <DecidedNotice userId={userId} />}
      {isError && <LoadFailed what={messages.yourResults} onRetry={() => void refetch()} />}
      {!data && !isError && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyNote title={messages.none}>
          <p>{messages.noneHelp}</p>
          <Button variant="contained" href={playHref}>
            {messages.goToPlay}
          </Button>
        </EmptyNote>
      )}
      {data?.classes.map((results) => (
        <ClassResults key={results.session?.id ?? 'none'} results={results} {...{ leaderboardTo, debriefTo }} />
      ))}
      {data && data.total > PAGE_SIZE && (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          onPage={(next) => {
            change({ page: next === 0 ? undefined : String(next + 1) });
            window.scrollTo({ top: 0 });
          }}
        />
      )}
    </Page>
  );
}

/** Loads the results and ranks again when staff has changed something about them, and says so. */
function DecidedNotice({ userId }: { userId: string }) {
  const client = useQueryClient();
  const version = useLiveSnapshot<OwnDecisionsVersion>('own-decisions', userId)?.version;
  const [seen, setSeen] = useState(version);
  if (seen === undefined && version !== undefined) setSeen(version);
  const isChanged = version !== undefined && seen !== undefined && version !== seen;
  useEffect(() => {
    if (seen === undefined || version === seen) return;
    for (const queryKey of [OWN_RESULTS, OWN_PLACES]) void client.invalidateQueries({ queryKey });
  }, [client, version, seen]);
  return (
    <p role="status" className={isChanged ? styles.changed : 'visually-hidden'}>
      {isChanged && messages.changed}
    </p>
  );
}
