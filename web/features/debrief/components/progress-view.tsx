import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { progressAt } from '../../../../api/contracts/class-progress.rule.js';
import { TICK, TITLED_AXIS_HEIGHT, xTitle, yTitle } from '../../../shared/charts/axis.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { earlierProgressQuery } from '../debrief.api.js';
import { debriefMessages } from '../debrief.messages.js';
import { progressPoints, recordedProgress } from '../recorded-progress.js';
import { usePlayhead } from '../use-playhead.js';
import type { DebriefViewProps } from './debrief-page.js';
import styles from './debrief-page.module.css';

const EVERY_MS = 500;
const MINUTE_MS = 60_000;

/** The progress of the class by minute, and that of the earlier classes of the course as a grey band. */
export default function ProgressView({ open, playhead }: DebriefViewProps) {
  const texts = debriefMessages.progress;
  const { recording, axis } = open;
  const { offset } = usePlayhead(playhead, EVERY_MS);
  const { data, isError, refetch } = useQuery(earlierProgressQuery(recording.session.id));
  const own = useMemo(() => recordedProgress(recording, axis.timeAt(axis.length)), [recording, axis]);
  const points = useMemo(() => progressPoints(own, data), [own, data]);
  const minute = Math.max(0, Math.floor((axis.timeAt(offset) - own.start) / MINUTE_MS));
  const [, lower, median, upper] = progressAt(own.steps, minute);
  const isCompared = data !== undefined && data.missing === 0 && minute <= data.minutes;
  return (
    <section className={styles.progress} aria-label={texts.label}>
      <p>
        {texts.now(minute, lower, median, upper)}{' '}
        {isCompared &&
          texts.earlier(data.classes, ...(progressAt(data.steps, minute).slice(1) as [number, number, number]))}
        {data && data.missing > 0 && texts.missing(data.missing)}
      </p>
      {isError && <LoadFailed what={texts.theEarlier} onRetry={() => void refetch()} />}
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={340}>
          <ComposedChart data={points} accessibilityLayer={false} margin={{ top: 8, left: 0, right: 12 }}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="minute"
              type="number"
              domain={[0, 'dataMax']}
              allowDecimals={false}
              tick={TICK}
              stroke="var(--line-strong)"
              height={TITLED_AXIS_HEIGHT}
              label={xTitle(texts.minutes)}
            />
            <YAxis
              width={48}
              allowDecimals={false}
              tick={TICK}
              stroke="var(--line-strong)"
              label={yTitle(texts.scenarios)}
            />
            <Area
              dataKey="band"
              type="stepAfter"
              fill="var(--line-strong)"
              fillOpacity={0.35}
              stroke="none"
              isAnimationActive={false}
            />
            <Line dataKey="earlier" type="stepAfter" {...LINES.earlier} dot={false} isAnimationActive={false} />
            <Line dataKey="lower" type="stepAfter" {...LINES.quartile} dot={false} isAnimationActive={false} />
            <Line dataKey="upper" type="stepAfter" {...LINES.quartile} dot={false} isAnimationActive={false} />
            <Line dataKey="median" type="stepAfter" {...LINES.median} dot={false} isAnimationActive={false} />
            <ReferenceLine x={minute} stroke="var(--signal)" strokeWidth={2} />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {(['median', 'quartile', 'earlier'] as const).map((line) => (
          <li key={line}>
            <svg viewBox="0 0 36 8" width="36" height="8">
              <path d="M0 4h36" {...LINES[line]} />
            </svg>
            {texts.lines[line]}
          </li>
        ))}
        <li>
          <span className={styles.bandSample} />
          {texts.lines.band}
        </li>
      </ul>
    </section>
  );
}

/** The lines also differ by width and dashes, for people who cannot distinguish their colours. */
const LINES = {
  median: { stroke: 'var(--chart-own)', strokeWidth: 4 },
  quartile: { stroke: 'var(--chart-own)', strokeWidth: 1.5, strokeDasharray: '3 3' },
  earlier: { stroke: 'var(--line-strong)', strokeWidth: 2, strokeDasharray: '8 4' },
} as const;
