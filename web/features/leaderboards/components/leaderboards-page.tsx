import { mdiDeleteSweepOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useNow } from '../../../shared/use-now.js';
import { DataTable } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Page } from '../../../shared/ui/page.js';
import { Pager } from '../../../shared/ui/pager.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { When } from '../../../shared/ui/when.js';
import { BOARDS_PER_PAGE, leaderboardsQuery } from '../api/get-leaderboards.js';
import { useBoardsInUrl } from '../use-boards-in-url.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import { BoardListingRow } from './board-listing-row.js';
import styles from './leaderboards-page.module.css';

const ClearDialog = lazyDialog(() => import('./clear-dialog.js'));

interface LeaderboardsPageProps {
  boardTo: (sessionId: string) => string;
  /** The board over all classes. */
  allTo: string;
}

/** The boards of all classes, and the button that clears them (docs/rules.md#browsing-leaderboards). */
export function LeaderboardsPage({ boardTo, allTo }: LeaderboardsPageProps) {
  const { search, page, onSearch, onPage } = useBoardsInUrl();
  const { data, error, isPlaceholderData, refetch } = useQuery(leaderboardsQuery({ search, page }));
  const [clearing, setClearing] = useState(false);
  const now = useNow();
  const labels = messages.columns;
  return (
    <Page
      title={messages.title}
      beside={
        <>
          {data?.clearedAt && (
            <p className={styles.cleared}>{messages.clearedAt(<When moment={data.clearedAt} now={now} />)}</p>
          )}
          <Link to={allTo}>{messages.allClasses}</Link>
          <Button
            variant="outlined"
            color="error"
            startIcon={<Icon path={mdiDeleteSweepOutline} />}
            onClick={() => setClearing(true)}
          >
            {messages.clearAll}
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <SearchField value={search} placeholder={messages.searchHint} onSearch={onSearch} />
      </div>
      {error && !data && <LoadFailed what={messages.theLeaderboards} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton />}
      {data?.total === 0 && (
        <EmptyNote title={search ? messages.noMatch(search) : messages.noneStarted}>
          {search ? (
            <Button variant="outlined" onClick={() => onSearch('')}>
              {messages.showAll}
            </Button>
          ) : (
            <p>{messages.noneStartedHelp}</p>
          )}
        </EmptyNote>
      )}
      {data && data.total > 0 && (
        <>
          <DataTable
            label={messages.title}
            columns={[
              { label: labels.class },
              { label: labels.course },
              { label: labels.organization },
              { label: labels.players },
              { label: labels.leader },
              { label: labels.lastResult },
            ]}
            busy={isPlaceholderData}
          >
            {data.boards.map((board) => (
              <BoardListingRow key={board.sessionId} board={board} to={boardTo(board.sessionId)} now={now} />
            ))}
          </DataTable>
          <Pager page={page} pageSize={BOARDS_PER_PAGE} total={data.total} onPage={onPage} />
        </>
      )}
      {clearing && <ClearDialog onClose={() => setClearing(false)} />}
    </Page>
  );
}
