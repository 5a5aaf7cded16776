import { mdiDeleteSweepOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LeaderboardListing } from '../../../../api/contracts/leaderboard.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { useNow } from '../../../shared/use-now.js';
import { Cell, DataTable, RowHeader } from '../../../shared/ui/data-table.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Page } from '../../../shared/ui/page.js';
import { Pager } from '../../../shared/ui/pager.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { When } from '../../../shared/ui/when.js';
import { readableNumber } from '../../../shared/locale.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { BOARDS_PER_PAGE, leaderboardsQuery } from '../leaderboards.api.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import styles from './leaderboards-page.module.css';

const ClearDialog = lazyDialog(() => import('./clear-dialog.js'));

interface LeaderboardsPageProps {
  boardTo: (sessionId: string) => string;
  /** Address of the board of all classes. */
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

interface BoardListingRowProps {
  board: LeaderboardListing;
  to: string;
  now: Date;
}

/** Row of one class: the state of its board, and the link to it. */
function BoardListingRow({ board, to, now }: BoardListingRowProps) {
  const { sessionName, courseName, organizationName, endDate, frozenAt, players, leader, lastResultAt } = board;
  const labels = messages.columns;
  return (
    <TableRow>
      <RowHeader className={styles.name}>
        <Link to={to}>{sessionName}</Link>
        {endDate === null && <span className={styles.mark}>{messages.active}</span>}
        {frozenAt !== null && <span className={styles.mark}>{messages.frozen}</span>}
      </RowHeader>
      <Cell label={labels.course}>{courseName}</Cell>
      <Cell label={labels.organization}>{organizationName ?? '-'}</Cell>
      <Cell label={labels.players}>{readableNumber(players)}</Cell>
      <Cell label={labels.leader}>{leader ? `${leader.userName}, ${readableNumber(leader.score)}` : '-'}</Cell>
      <Cell label={labels.lastResult}>{lastResultAt ? <When moment={lastResultAt} now={now} /> : '-'}</Cell>
    </TableRow>
  );
}

/** Search and page of the list of boards, kept in the address. */
function useBoardsInUrl() {
  const [search, change] = useSearchInUrl();
  return {
    search: search.get('search') ?? '',
    /** Zero-based. */
    page: Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1) || 0,
    onSearch: (text: string) => change({ search: text, page: undefined }),
    onPage: (page: number) => change({ page: page === 0 ? undefined : String(page + 1) }),
  };
}
