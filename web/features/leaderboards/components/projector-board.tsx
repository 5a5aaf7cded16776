import { mdiFullscreen, mdiFullscreenExit } from '@mdi/js';
import { useRef } from 'react';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { LiveSign } from '../../../shared/ui/live-sign.js';
import { Loading } from '../../../shared/ui/loading.js';
import { readableNumber } from '../../../shared/locale.js';
import type { BoardScope } from '../board-scope.js';
import { useFullscreen } from '../use-fullscreen.js';
import { useLeaderboard } from '../use-leaderboard.js';
import { useMovingRows } from '../use-moving-rows.js';
import { useRankChanges } from '../use-rank-changes.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import { FrozenNotice } from './frozen-notice.js';
import styles from './projector-board.module.css';

const PLACES = 10;

interface ProjectorBoardProps {
  scope: BoardScope;
  title: string;
}

/** The first ten places as students see them, for a whole room: dark, as large as the screen allows, with who moved. */
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
      {board && board.topScores.length > 0 && <Places topScores={board.topScores} />}
    </section>
  );
}

function Places({ topScores }: { topScores: readonly LeaderboardEntry[] }) {
  const list = useRef<HTMLOListElement>(null);
  useMovingRows(list);
  const changes = useRankChanges(topScores);
  return (
    <ol ref={list} className={styles.places}>
      {topScores.slice(0, PLACES).map(({ userId, rank, userName, score }) => (
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
