import { boardAt, type DebriefBoardScope } from '../../../api/contracts/debrief-board.rule.js';
import { debriefMessages } from '../../features/debrief/debrief.messages.js';
import { type Ghost, ghostAt } from '../../features/debrief/use-ghost.js';
import { LeaderboardTable } from '../../features/leaderboards/components/leaderboard-table.js';
import styles from './debrief-views.module.css';

const PLACES = 10;

interface GhostBoardProps {
  ghost: Ghost;
  /** Distance from the start, in milliseconds of the time bar. */
  offset: number;
  scope: DebriefBoardScope;
}

/** The first places of another class at the same time after its start. */
export function GhostBoard({ ghost, offset, scope }: GhostBoardProps) {
  const places = boardAt(ghost.debrief, ghostAt(ghost, offset), scope).slice(0, PLACES);
  const texts = debriefMessages.ghost;
  return (
    <section className={styles.ghost} aria-labelledby="ghost-board">
      <h2 id="ghost-board">{texts.board(ghost.name)}</h2>
      {places.length === 0 ? (
        <p>{texts.noPoints(ghost.name)}</p>
      ) : (
        <LeaderboardTable places={places} me={null} around={[]} />
      )}
    </section>
  );
}
