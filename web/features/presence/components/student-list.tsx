import { useMemo } from 'react';
import type { MonitoredStudent } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './student-list.module.css';
import { StudentRow } from './student-row.js';

interface StudentListProps {
  sessionId: string;
  students: readonly MonitoredStudent[];
  scenarios: readonly ScenarioTitle[];
}

/** The students, in the order they are given; on narrow screens two lines each. */
export function StudentList({ sessionId, students, scenarios }: StudentListProps) {
  const texts = messages.students;
  const titles = useMemo(
    () => new Map(scenarios.map((each) => [each.scenarioId, each.scenarioShortTitle])),
    [scenarios],
  );
  return (
    // no table element: 500 rows of one are laid out together, these only where they are in sight
    <div role="table" className={styles.table} aria-label={texts.label}>
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={`label ${styles.row}`}>
          {[texts.student, texts.state, texts.scenario, texts.timeInScenario, texts.lastSeen].map((column) => (
            <span key={column} role="columnheader">
              {column}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {students.map(({ userId, member, presence }) => (
          <StudentRow
            key={userId}
            sessionId={sessionId}
            userId={userId}
            member={member}
            presence={presence}
            scenario={presence.scenarioId === null ? null : (titles.get(presence.scenarioId) ?? texts.anotherScenario)}
          />
        ))}
      </div>
    </div>
  );
}
