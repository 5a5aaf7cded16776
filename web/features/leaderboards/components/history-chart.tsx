import { Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { LeaderboardLine } from '../../../../api/contracts/leaderboard.contract.js';
import { TICK, TITLED_AXIS_HEIGHT, xTitle, yTitle } from '../../../shared/charts/axis.js';
import { minuteOfDay, secondOfDay } from '../../../shared/readable-time.js';
import { type HistoryPoint, lineStyle } from '../history-points.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

/** Below this time span, all axis labels would show the same minute. */
const SHORT_MS = 5 * 60_000;

/** A line with the player name that the chart shows. */
type NamedLine = LeaderboardLine & { player: string };

interface HistoryChartProps {
  lines: readonly NamedLine[];
  points: readonly HistoryPoint[];
  viewerId: string;
}

/** Step chart of scores, with a step for each scenario; the viewer's own line is thicker. */
export function HistoryChart({ lines, points, viewerId }: HistoryChartProps) {
  const isShort = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0) < SHORT_MS;
  const time = isShort ? secondOfDay : minuteOfDay;
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={260}>
        <LineChart data={[...points]} accessibilityLayer={false} margin={{ top: 8, left: 0, right: 12 }}>
          <XAxis
            dataKey="at"
            type="number"
            scale="time"
            domain={['dataMin', 'dataMax']}
            tickFormatter={(at: number) => time(at)}
            tick={TICK}
            stroke="var(--line-strong)"
            height={TITLED_AXIS_HEIGHT}
            label={xTitle(isShort ? messages.charts.timeWithSeconds : messages.charts.time)}
          />
          <YAxis width={64} tick={TICK} stroke="var(--line-strong)" label={yTitle(messages.charts.points)} />
          <Tooltip
            labelFormatter={(at) => time(Number(at))}
            contentStyle={{
              background: 'var(--console)',
              border: '1px solid var(--console-line)',
              color: 'var(--console-ink)',
            }}
            itemStyle={{ color: 'var(--console-ink)' }}
          />
          {lines.map(({ userId, player }, line) => (
            <Line
              key={userId}
              type="stepAfter"
              dataKey={`line${line}`}
              name={player}
              {...lineStyle(line, userId === viewerId)}
              dot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
