import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { TICK, TITLED_AXIS_HEIGHT, xTitle, yTitle } from '../../../shared/charts/axis.js';
import type { Band } from '../distribution.js';
import { gradebookDialogsMessages as messages } from '../gradebook-dialogs.messages.js';
import styles from './distribution-dialog.module.css';

const BAND_COLOURS = {
  'A+': 'var(--band-top)',
  A: 'var(--band-a)',
  B: 'var(--band-b)',
  C: 'var(--band-c)',
  D: 'var(--band-d)',
  F: 'var(--band-f)',
} as const;

/** Bar chart with a bar for each grade. The table beside it has the same figures for screen readers. */
export function DistributionChart({ bands }: { bands: readonly Band[] }) {
  const bars = bands.map((band) => ({ ...band, fill: BAND_COLOURS[band.grade] }));
  return (
    <div className={styles.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height={260}>
        <BarChart data={bars} accessibilityLayer={false} margin={{ top: 22, left: 0, right: 8 }}>
          <XAxis
            dataKey="grade"
            tick={{ ...TICK, fontSize: 14, fontWeight: 700 }}
            stroke="var(--line-strong)"
            height={TITLED_AXIS_HEIGHT}
            label={xTitle(messages.distribution.grade)}
          />
          <YAxis
            allowDecimals={false}
            width={52}
            tick={TICK}
            stroke="var(--line-strong)"
            label={yTitle(messages.distribution.students)}
          />
          <Bar dataKey="count" isAnimationActive={false} stroke="var(--line-strong)">
            <LabelList dataKey="count" position="top" fill="var(--ink)" fontSize={13} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
