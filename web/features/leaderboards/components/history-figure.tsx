import { useQuery } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { useOneLineName } from '../../../shared/names/use-one-line-name.js';
import { historyQuery } from '../leaderboards.api.js';
import type { BoardScope } from '../board-scope.js';
import { historyPoints, lineStyle } from '../history-points.js';
import { useAfterChange } from '../use-after-change.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import { HistoryChart } from './history-chart.js';
import styles from './leaderboard.module.css';

/** Lines grow slowly, and a whole class may watch, so the history is loaded rarely. */
const EVERY_MS = 15_000;

interface HistoryFigureProps {
  scope: BoardScope;
  topScores: readonly LeaderboardEntry[];
}

/** Score over time of the leaders and the viewer, with the same figures as a table for screen readers. */
export default function HistoryFigure({ scope, topScores }: HistoryFigureProps) {
  const texts = messages.charts;
  const nameOf = useOneLineName();
  const { data, refetch } = useQuery(historyQuery(scope));
  useAfterChange(topScores, EVERY_MS, data !== undefined, () => void refetch());
  if (!data) return <div className={styles.chart} />;
  const names = new Map(topScores.map(({ userId, name }) => [userId, name]));
  const lines = data.lines.map((line) => ({
    ...line,
    player: nameOf(line.userName, names.get(line.userId) ?? null),
  }));
  const points = historyPoints(lines);
  if (points.length === 0) return null;
  return (
    <figure className={styles.chart} aria-label={texts.history}>
      <figcaption className="label">{texts.history}</figcaption>
      <HistoryChart lines={lines} points={points} viewerId={data.viewerId} />
      <ul className={styles.lines}>
        {lines.map(({ userId, player, points }, line) => (
          <li key={userId} data-me={userId === data.viewerId || undefined}>
            <svg aria-hidden="true" viewBox="0 0 36 8" width="36" height="8">
              <path d="M0 4h36" {...lineStyle(line, userId === data.viewerId)} />
            </svg>
            {userId === data.viewerId ? texts.you(player) : player}
            <span className="visually-hidden">: {texts.line(points.length, points.at(-1)?.score ?? 0)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
