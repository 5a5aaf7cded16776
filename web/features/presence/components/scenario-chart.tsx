import { useMemo } from 'react';
import { countScenarios, type MonitoredStudent, OTHER_SCENARIO, type ScenarioCount } from '../monitor.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './scenario-chart.module.css';

interface ScenarioChartProps {
  students: readonly MonitoredStudent[];
  scenarios: readonly ScenarioTitle[];
}

/** How many are in each scenario, as bars; for screen readers the same in words. */
export function ScenarioChart({ students, scenarios }: ScenarioChartProps) {
  const titles = useMemo(
    () => new Map(scenarios.map((each) => [each.scenarioId, each.scenarioShortTitle])),
    [scenarios],
  );
  const counts = countScenarios(students, [...titles.keys()]);
  const most = Math.max(...counts.map(totalOf), 1);
  return (
    <section className={styles.chart} aria-labelledby="scenario-chart">
      <h2 id="scenario-chart">In scenarios now</h2>
      {counts.length === 0 && <p className={styles.nobody}>Nobody is here.</p>}
      <ul>
        {counts.map((count) => (
          <li key={count.scenarioId}>
            <span className={styles.title}>{titleOf(count, titles)}</span>
            <span className="visually-hidden">{`: ${inWords(count)}`}</span>
            <span aria-hidden="true" className={styles.track}>
              {(['help', 'busy', 'idle'] as const).map((part) => (
                <span
                  key={part}
                  className={styles.part}
                  data-part={part}
                  style={{ width: `${(count[part] / most) * 100}%` }}
                />
              ))}
            </span>
            <span aria-hidden="true" className={styles.total}>
              {totalOf(count)}
            </span>
          </li>
        ))}
      </ul>
      {counts.length > 0 && (
        <p aria-hidden="true" className={styles.key}>
          <span className={styles.part} data-part="help" /> needs help
          <span className={styles.part} data-part="busy" /> at work
          <span className={styles.part} data-part="idle" /> idle
          <span>· number of students</span>
        </p>
      )}
    </section>
  );
}

const totalOf = ({ busy, idle, help }: ScenarioCount): number => busy + idle + help;

function titleOf({ scenarioId }: ScenarioCount, titles: ReadonlyMap<string, string>): string {
  if (scenarioId === null) return 'In no scenario';
  return scenarioId === OTHER_SCENARIO ? 'Other scenarios' : (titles.get(scenarioId) ?? '');
}

function inWords(count: ScenarioCount): string {
  const total = totalOf(count);
  const parts = [
    `${total} ${total === 1 ? 'student' : 'students'}`,
    count.idle > 0 && `${count.idle} idle`,
    count.help > 0 && `${count.help} ${count.help === 1 ? 'needs' : 'need'} help`,
  ];
  return parts.filter(Boolean).join(', ');
}
