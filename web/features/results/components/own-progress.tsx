import { useId } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { OwnDebrief } from '../../../../api/contracts/own-debrief.contract.js';
import { TICK, TITLED_AXIS_HEIGHT, xTitle, yTitle } from '../../../shared/charts/axis.js';
import { ownDebriefMessages } from '../own-debrief.messages.js';
import type { OwnLane } from '../own-lane.js';
import styles from './own-debrief-page.module.css';

const MINUTE_MS = 60_000;

type Steps = readonly (readonly [minute: number, completed: number])[];

/** The number of completed scenarios over time, and the median of the class. */
export function OwnProgress({ lane, median }: { lane: OwnLane; median: OwnDebrief['median'] }) {
  const id = useId();
  const texts = ownDebriefMessages.progress;
  const minutes = Math.max(1, Math.floor((lane.end - lane.start) / MINUTE_MS));
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{texts.title}</h2>
      <p>
        {texts.own(lastOf(lane.done))} {median ? texts.ofMedian(lastOf(median)) : texts.noMedian}
      </p>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={220}>
          <LineChart
            data={pointsOf(lane.done, median ?? [], minutes)}
            accessibilityLayer={false}
            margin={{ top: 8, left: 0, right: 12 }}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="minute"
              type="number"
              domain={[0, minutes]}
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
            {median && (
              <Line dataKey="median" type="stepAfter" {...LINES.median} dot={false} isAnimationActive={false} />
            )}
            <Line dataKey="own" type="stepAfter" {...LINES.own} dot={false} isAnimationActive={false} />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        <Legend line="own">{texts.you}</Legend>
        {median && <Legend line="median">{texts.median}</Legend>}
      </ul>
      <p className={styles.soft}>{texts.help}</p>
    </section>
  );
}

/** The lines also differ by width and dashes, for people who cannot distinguish their colours. */
const LINES = {
  own: { stroke: 'var(--chart-own)', strokeWidth: 4 },
  median: { stroke: 'var(--line-strong)', strokeWidth: 2, strokeDasharray: '6 4' },
} as const;

const Legend = ({ line, children }: { line: keyof typeof LINES; children: string }) => (
  <li>
    <svg viewBox="0 0 36 8" width="36" height="8">
      <path d="M0 4h36" {...LINES[line]} />
    </svg>
    {children}
  </li>
);

const lastOf = (steps: Steps): number => steps.at(-1)?.[1] ?? 0;

const at = (steps: Steps, minute: number): number => steps.findLast(([since]) => since <= minute)?.[1] ?? 0;

/** Returns one point for each minute in which a line changes, and for both ends. */
function pointsOf(own: Steps, median: Steps, minutes: number) {
  const wanted = new Set([0, ...[...own, ...median].map(([minute]) => minute), minutes]);
  return [...wanted]
    .toSorted((a, b) => a - b)
    .map((minute) => ({ minute, own: at(own, minute), median: at(median, minute) }));
}
