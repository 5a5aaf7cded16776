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

/** List of students in the given order; two lines each on narrow screens. */
export function StudentList({ sessionId, students, scenarios }: StudentListProps) {
  const texts = messages.students;
  const titles = useMemo(
    () => new Map(scenarios.map((each) => [each.scenarioId, each.scenarioShortTitle])),
    [scenarios],
  );
  return (
    // no table element: browsers lay out all 500 rows of one, but only the visible rows of this list
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
