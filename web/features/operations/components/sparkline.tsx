import { operationsMessages as messages } from '../operations.messages.js';
import styles from './sparkline.module.css';

const [WIDTH, HEIGHT] = [120, 26];

interface SparklineProps {
  /** A sentence with the subject and the time span of the curve. */
  label: string;
  values: readonly (number | null)[];
  /** Lower bound for the top of the scale, so that small values do not fill the scale. */
  least: number;
  /** Formats a value of the scale with its unit. */
  format: (value: number) => string;
}

/** Small curve of the last five minutes with its scale. Unknown values leave a gap. */
export function Sparkline({ label, values, least, format }: SparklineProps) {
  const most = Math.max(least, ...values.map((value) => value ?? 0));
  const xOf = (index: number) => (values.length < 2 ? WIDTH : (index / (values.length - 1)) * WIDTH);
  const yOf = (value: number) => HEIGHT - 2 - (value / most) * (HEIGHT - 4);
  return (
    <div className={styles.figure}>
      <span aria-hidden="true" className={styles.scale}>
        <span>{format(most)}</span>
        <span>{format(0)}</span>
      </span>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.line}
      >
        <path d={`M0 1H${WIDTH}M0 ${HEIGHT - 1}H${WIDTH}`} className={styles.ground} />
        {runsOf(values).map((run) => (
          <path
            key={run[0]![0]}
            className={styles.curve}
            d={run
              .map(
                ([index, value], step) => `${step === 0 ? 'M' : 'L'}${xOf(index).toFixed(1)} ${yOf(value).toFixed(1)}`,
              )
              .join('')}
          />
        ))}
      </svg>
      <span aria-hidden="true" className={styles.time}>
        <span>{messages.curves.start}</span>
        <span>{messages.curves.end}</span>
      </span>
    </div>
  );
}

/** Splits the values into runs without gaps, each value with its index. */
function runsOf(values: readonly (number | null)[]): [number, number][][] {
  const runs: [number, number][][] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const run = runs.at(-1);
    if (run && run.at(-1)![0] === index - 1) run.push([index, value]);
    else runs.push([[index, value]]);
  });
  return runs;
}
