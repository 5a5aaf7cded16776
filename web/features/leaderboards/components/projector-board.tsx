import { mdiFullscreen, mdiFullscreenExit } from '@mdi/js';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Loading } from '../../../shared/ui/loading.js';
import { readableNumber } from '../../../shared/locale.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import type { BoardScope } from '../board-scope.js';
import { useLeaderboard } from '../use-leaderboard.js';
import { useMovingRows } from '../use-moving-rows.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import { FrozenNotice } from './frozen-notice.js';
import styles from './projector-board.module.css';

const RANKS = 10;

interface ProjectorBoardProps {
  scope: BoardScope;
  title: string;
}

/** The first ten ranks as students see them, for a whole room. Dark, as large as the screen allows, with rank changes. */
export function ProjectorBoard({ scope, title }: ProjectorBoardProps) {
  const { board } = useLeaderboard({ ...scope, asStudents: true });
  const [isFull, toggleFull] = useFullscreen();
  const label = isFull ? messages.projector.leaveFullScreen : messages.projector.fullScreen;
  return (
    <section className={styles.wall} data-color-scheme="dark" aria-label={messages.projector.title}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <LiveSign />
        {toggleFull && (
          <IconAction label={label} icon={isFull ? mdiFullscreenExit : mdiFullscreen} onClick={toggleFull} />
        )}
      </header>
      {board?.frozenAt && <FrozenNotice frozenAt={board.frozenAt} staff={false} />}
      {!board && <Loading />}
      {board?.topScores.length === 0 && <p className={styles.empty}>{messages.projector.noScores}</p>}
      {board && board.topScores.length > 0 && <ProjectedRanks topScores={board.topScores} />}
    </section>
  );
}

/** The first ten ranks of a board, large, with their last changes. */
export function ProjectedRanks({ topScores }: { topScores: readonly LeaderboardEntry[] }) {
  const list = useRef<HTMLOListElement>(null);
  useMovingRows(list);
  const changes = useRankChanges(topScores);
  return (
    <ol ref={list} className={styles.places}>
      {topScores.slice(0, RANKS).map(({ userId, rank, userName, score }) => (
        <li key={userId} data-moving={userId} data-first={rank === 1 || undefined}>
          <span className={styles.rank}>{rank}</span>
          <Movement places={changes.get(userId) ?? 0} />
          <span className={styles.name}>{userName}</span>
          <span className={styles.score}>{readableNumber(score)}</span>
        </li>
      ))}
    </ol>
  );
}

function Movement({ places }: { places: number }) {
  if (places === 0) return <span className={styles.movement} />;
  const isUp = places > 0;
  return (
    <span className={styles.movement} data-up={isUp}>
      <span aria-hidden="true">
        {isUp ? '▲' : '▼'}
        {Math.abs(places)}
      </span>
      <span className="visually-hidden">{isUp ? messages.projector.up(places) : messages.projector.down(-places)}</span>
    </span>
  );
}

const EVENT = 'fullscreenchange';

function subscribe(listener: () => void): () => void {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
}

/** Returns whether the page is in full screen, and a toggle; null in browsers without full screen, such as on an iPhone. */
function useFullscreen(): [isFull: boolean, toggle: (() => void) | null] {
  const isFull = useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
  if (!('requestFullscreen' in document.documentElement)) return [isFull, null];
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => toast(messages.projector.noFullScreen, 'warning'));
  };
  return [isFull, toggle];
}

interface ShownRanks {
  board: readonly LeaderboardEntry[];
  ranks: ReadonlyMap<string, number>;
  changes: ReadonlyMap<string, number>;
}

const ranksOf = (board: readonly LeaderboardEntry[]) => new Map(board.map(({ userId, rank }) => [userId, rank]));

/** Returns the rank changes of the last reordering by player; positive is up. New players are not included. */
function useRankChanges(board: readonly LeaderboardEntry[]): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<ShownRanks>(() => ({ board, ranks: ranksOf(board), changes: new Map() }));
  if (seen.board === board) return seen.changes;
  const ranks = ranksOf(board);
  const moved = board.flatMap(({ userId, rank }): [string, number][] => {
    const before = seen.ranks.get(userId);
    return before === undefined || before === rank ? [] : [[userId, before - rank]];
  });
  const isSameOrder = moved.length === 0 && ranks.size === seen.ranks.size;
  const changes = isSameOrder ? seen.changes : new Map(moved);
  setSeen({ board, ranks, changes });
  return changes;
}
