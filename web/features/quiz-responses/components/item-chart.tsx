import { Bar, BarChart, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { QuestionItem } from '../../../../api/contracts/quiz.contract.js';
import { TICK, TITLED_AXIS_HEIGHT, xTitle } from '../../../shared/charts/axis.js';
import { questionTitle } from '../question-title.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './item-analysis.module.css';

const SHOWN = 12;
const ROW_HEIGHT = 28;
const HALF = 50;

/** Chart of the most missed questions; the table below has the same figures. */
export function ItemChart({ items }: { items: readonly QuestionItem[] }) {
  const texts = messages.items;
  const shown = items.flatMap(({ number, questionText, fullMarks }) =>
    fullMarks === null
      ? []
      : [{ number, title: questionTitle(number, questionText), percent: Math.round(fullMarks * 100) }],
  );
  const missed = shown.slice(0, SHOWN);
  if (missed.length === 0) return null;
  return (
    <figure className={styles.chart} aria-label={texts.chart(missed.length)}>
      <figcaption className={`label ${styles.caption}`}>
        {texts.chartTitle}
        <span className={styles.keyMissed} /> {texts.below(HALF)}
        <span className={styles.keyKnown} /> {texts.above(HALF)}
      </figcaption>
      <ResponsiveContainer width="100%" height={missed.length * ROW_HEIGHT + TITLED_AXIS_HEIGHT}>
        <BarChart
          data={missed}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ left: 0, right: 16 }}
          barSize={14}
        >
          <XAxis
            type="number"
            domain={[0, 100]}
            unit="%"
            tick={TICK}
            stroke="var(--line-strong)"
            height={TITLED_AXIS_HEIGHT}
            label={xTitle(texts.studentsWithFullMarks)}
          />
          <YAxis type="category" dataKey="title" width={212} interval={0} tick={TICK} stroke="var(--line-strong)" />
          <Tooltip
            cursor={{ fill: 'var(--line)', opacity: 0.4 }}
            contentStyle={{
              background: 'var(--console)',
              border: '1px solid var(--console-line)',
              color: 'var(--console-ink)',
            }}
            itemStyle={{ color: 'var(--console-ink)' }}
          />
          <Bar dataKey="percent" name={texts.fullMarks} unit="%" isAnimationActive={false}>
            {missed.map(({ number, percent }) => (
              <Cell key={number} fill={percent < HALF ? 'var(--chart-missed)' : 'var(--chart-known)'} />
            ))}
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}
