import { useMemo } from 'react';
import type { MonitoredStudent } from '../monitor.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './student-list.module.css';
import { StudentRow } from './student-row.js';

interface StudentListProps {
  students: readonly MonitoredStudent[];
  scenarios: readonly ScenarioTitle[];
}

/** The students, in the order they are given; on narrow screens two lines each. */
export function StudentList({ students, scenarios }: StudentListProps) {
  const titles = useMemo(
    () => new Map(scenarios.map((each) => [each.scenarioId, each.scenarioShortTitle])),
    [scenarios],
  );
  return (
    <table className={styles.table} aria-label="Students">
      <thead>
        <tr className="label">
          <th scope="col">Student</th>
          <th scope="col">State</th>
          <th scope="col">Scenario</th>
          <th scope="col">For</th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {students.map(({ userId, member, presence }) => (
          <StudentRow
            key={userId}
            member={member}
            presence={presence}
            scenario={presence.scenarioId === null ? null : (titles.get(presence.scenarioId) ?? 'Another scenario')}
          />
        ))}
      </tbody>
    </table>
  );
}
