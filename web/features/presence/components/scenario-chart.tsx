import { useMemo } from 'react';
import { countScenarios, type MonitoredStudent, OTHER_SCENARIO, type ScenarioCount } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './scenario-chart.module.css';

interface ScenarioChartProps {
  students: readonly MonitoredStudent[];
  scenarios: readonly ScenarioTitle[];
}

/** Bar chart of the number of students in each scenario, with a text alternative for screen readers. */
export function ScenarioChart({ students, scenarios }: ScenarioChartProps) {
  const texts = messages.scenarios;
  const titles = useMemo(
    () => new Map(scenarios.map((each) => [each.scenarioId, each.scenarioShortTitle])),
    [scenarios],
  );
  const counts = countScenarios(students, [...titles.keys()]);
  const most = Math.max(...counts.map(totalOf), 1);
  return (
    <section className={styles.chart} aria-labelledby="scenario-chart">
      <h2 id="scenario-chart">{texts.title}</h2>
      {counts.length === 0 && <p className={styles.nobody}>{texts.noStudents}</p>}
      <ul>
        {counts.map((count) => (
          <li key={count.scenarioId}>
            <span className={styles.title}>{titleOf(count, titles)}</span>
            <span className="visually-hidden">{inWords(count)}</span>
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
          <span className={styles.part} data-part="help" /> {texts.keyHelp}
          <span className={styles.part} data-part="busy" /> {texts.keyActive}
          <span className={styles.part} data-part="idle" /> {texts.keyIdle}
          <span>{texts.keyTotal}</span>
        </p>
      )}
    </section>
  );
}

const totalOf = ({ busy, idle, help }: ScenarioCount): number => busy + idle + help;

function titleOf({ scenarioId }: ScenarioCount, titles: ReadonlyMap<string, string>): string {
  if (scenarioId === null) return messages.scenarios.none;
  return scenarioId === OTHER_SCENARIO ? messages.scenarios.other : (titles.get(scenarioId) ?? '');
}

function inWords(count: ScenarioCount): string {
  const texts = messages.scenarios;
  const counts = [texts.students(totalOf(count))];
  if (count.idle > 0) counts.push(texts.idle(count.idle));
  if (count.help > 0) counts.push(texts.needHelp(count.help));
  return texts.counts(counts);
}
