import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Page } from '../../../shared/ui/page.js';
import { Pager } from '../../../shared/ui/pager.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { ownResultsQuery, PAGE_SIZE } from '../api/get-results.js';
import { resultsMessages as messages } from '../results.messages.js';
import { ClassResults } from './class-results.js';

interface ResultsPageProps {
  playHref: string;
  leaderboardTo: (params: { sessionId: string }) => string;
  debriefTo: (params: { sessionId: string }) => string;
}

/** The user's own attempts by class, with their grades and points. */
export function ResultsPage({ playHref, leaderboardTo, debriefTo }: ResultsPageProps) {
  const [address, change] = useSearchInUrl();
  const page = Math.max(0, Math.floor(Number(address.get('page') ?? '1')) - 1 || 0);
  const { data, isError, refetch } = useQuery(ownResultsQuery(page));
  return (
    <Page title={messages.title}>
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
