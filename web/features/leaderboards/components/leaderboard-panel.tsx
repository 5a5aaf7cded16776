import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { lazyPart } from '../../../shared/lazy/lazy-part.js';
import { ShowNamesField } from '../../../shared/names/show-names-field.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Subtitle } from '../../../shared/ui/subtitle.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { ALL_CLASSES, type BoardScope } from '../board-scope.js';
import { useLeaderboard, type ShownBoard } from '../use-leaderboard.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import { moreRanksQuery, PLACES } from '../leaderboards.api.js';
import { useAfterChange } from '../use-after-change.js';
import { BoardFilters, type BoardFilter } from './board-filters.js';
import { FrozenNotice } from './frozen-notice.js';
import { LeaderboardTable } from './leaderboard-table.js';
import styles from './leaderboard.module.css';

const ScoreChart = lazyPart(() => import('./score-chart.js'), <div className={styles.chart} />);
const HistoryFigure = lazyPart(() => import('./history-figure.js'));

interface LeaderboardPanelProps {
  scope: BoardScope;
  title: string;
  /** Name of the class or scope of the board; undefined while it loads. */
  subtitle: string | undefined;
  headingLevel?: 'h1' | 'h2';
  filters: readonly BoardFilter[];
  /** Whether the viewer is staff, who see a frozen board live. */
  staff: boolean;
  /** Renders the controls of the staff of a course. They get a row of their own, because they load after the board. */
  renderControls?: ((frozenAt: string | null) => ReactNode) | undefined;
}

/** A leaderboard with its charts; the board of a class is live. */
export function LeaderboardPanel(props: LeaderboardPanelProps) {
  const { scope, title, subtitle, headingLevel: Heading = 'h1', filters, staff, renderControls } = props;
  const { board, failed, retry } = useLeaderboard(scope);
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.header}>
        <div>
          <Heading>{title}</Heading>
          <Subtitle text={subtitle} />
        </div>
        {scope.sessionId !== ALL_CLASSES && <LiveSign />}
        <div className={styles.filters}>
          <BoardFilters filters={filters} />
        </div>
        <div className={styles.tools} data-controls={renderControls && true}>
          {board?.topScores.some(({ name }) => name !== null) && <ShowNamesField />}
          {board && renderControls?.(board.frozenAt)}
        </div>
      </header>
      {board?.frozenAt && <FrozenNotice frozenAt={board.frozenAt} staff={staff} />}
      {failed && <LoadFailed what={messages.board.theLeaderboard} onRetry={retry} />}
      {!board && !failed && <TableSkeleton />}
      {board?.topScores.length === 0 && <p className={styles.empty}>{messages.board.noScores}</p>}
      {board && board.topScores.length > 0 && <Board scope={scope} board={board} />}
    </section>
  );
}

function Board({ scope, board }: { scope: BoardScope; board: ShownBoard }) {
  const { places, showMore, loading, retry } = useMoreRanks(scope, board.topScores);
  return (
    <div className={styles.board}>
      <div className={styles.places}>
        <LeaderboardTable {...board} places={[...board.topScores, ...places]} />
        {showMore && (
          <Button variant="outlined" disabled={loading} onClick={showMore}>
            {loading ? messages.board.loading : messages.board.showMore}
          </Button>
        )}
        {retry && <LoadFailed what={messages.board.furtherPlaces} onRetry={retry} />}
      </div>
      <div className={styles.charts}>
        <ScoreChart topScores={board.topScores} />
        <HistoryFigure scope={scope} topScores={board.topScores} />
      </div>
    </div>
  );
}

/** Minimum wait per page shown. Every page shown is loaded again after a change, so more pages mean fewer loads. */
const EVERY_MS = 5_000;

/** The ranks below the live ones. */
interface MoreRanks {
  places: readonly LeaderboardEntry[];
  /** Loads the next ranks; null when there are no more. */
  showMore: (() => void) | null;
  loading: boolean;
  /** Loads the first ranks again after a failure; null without one. */
  retry: (() => void) | null;
}

/** Loads ranks below the live ones on request, and loads them again some seconds after `topScores` has changed. */
function useMoreRanks(scope: BoardScope, topScores: readonly LeaderboardEntry[]): MoreRanks {
  const first = topScores.length;
  const [wanted, setWanted] = useState(false);
  const { data, isFetching, isLoadingError, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...moreRanksQuery(scope),
    enabled: wanted,
  });
  const pages = data?.pages ?? [];
  useAfterChange(topScores, EVERY_MS * Math.max(1, pages.length), data !== undefined, () => void refetch());
  const live = new Set(topScores.map(({ userId }) => userId));
  const next = () => (wanted ? void fetchNextPage() : setWanted(true));
  const retry = isLoadingError && !isFetching ? () => void refetch() : null;
  return {
    places: pages.flat().filter(({ userId, rank }) => rank > first && !live.has(userId)),
    showMore: (wanted ? hasNextPage || (!data && !retry) : first === PLACES) ? next : null,
    loading: wanted && (!data || (isFetching && hasNextPage)),
    retry,
  };
}
