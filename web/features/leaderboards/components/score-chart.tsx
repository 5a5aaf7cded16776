import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { LeaderboardEntry } from '../../../../api/contracts/leaderboard.contract.js';
import { useOneLineName } from '../../../shared/names/use-one-line-name.js';
import { TICK, TITLED_AXIS_HEIGHT, xTitle } from '../../../shared/charts/axis.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';
import styles from './leaderboard.module.css';

const SHOWN = 10;
const ROW_HEIGHT = 30;

/** Bar chart of the best scores, split into scenario and question points. The table beside it has the same figures. */
export default function ScoreChart({ topScores }: { topScores: readonly LeaderboardEntry[] }) {
  const { scores, scenarioPoints, questionPoints, points } = messages.charts;
  const nameOf = useOneLineName();
  const shown = topScores.slice(0, SHOWN).map((entry) => ({ ...entry, player: nameOf(entry.userName, entry.name) }));
  return (
    <figure className={styles.chart} aria-label={scores(shown.length)}>
      <figcaption className="label">
        <span className={styles.keyTotal} /> {scenarioPoints} <span className={styles.keyQuestions} /> {questionPoints}
      </figcaption>
      <ResponsiveContainer width="100%" height={shown.length * ROW_HEIGHT + TITLED_AXIS_HEIGHT}>
        <BarChart
          data={shown}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ left: 0, right: 12 }}
          barSize={14}
        >
          <XAxis
            type="number"
            tick={TICK}
            stroke="var(--line-strong)"
            height={TITLED_AXIS_HEIGHT}
            label={xTitle(points)}
          />
          <YAxis type="category" dataKey="player" width={110} tick={TICK} stroke="var(--line-strong)" />
          <Tooltip
            cursor={{ fill: 'var(--line)', opacity: 0.4 }}
            contentStyle={{
              background: 'var(--console)',
              border: '1px solid var(--console-line)',
              color: 'var(--console-ink)',
            }}
            itemStyle={{ color: 'var(--console-ink)' }}
          />
          <Bar
            dataKey="totalScore"
            name={scenarioPoints}
            stackId="score"
            fill="var(--chart-total)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="questionsScore"
            name={questionPoints}
            stackId="score"
            fill="var(--chart-questions)"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}
