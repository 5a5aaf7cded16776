import type { ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { countStates, isIn, matches, type MonitoredStudent, STATE_FILTERS } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import { useClassNow } from '../use-class-now.js';
import { useHelpAnnouncement } from '../use-help-announcement.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './class-monitor.module.css';
import { ScenarioChart } from './scenario-chart.js';
import { StateFilters } from './state-filters.js';
import { StudentList } from './student-list.js';

interface MonitoredClassProps {
  session: ClassSessionDetails;
  scenarios: readonly ScenarioTitle[];
  students: readonly MonitoredStudent[];
}

export function MonitoredClass({ session, scenarios, students }: MonitoredClassProps) {
  const [address, change] = useSearchInUrl();
  const announcement = useHelpAnnouncement(students);
  const { startDate, endDate } = useClassNow(session.id) ?? session;
  const runs = startDate !== null && endDate === null;
  const counts = countStates(students);
  const filter = STATE_FILTERS.find((each) => each === address.get('state')) ?? null;
  const search = address.get('search') ?? '';
  const shown = students.filter((student) => (!filter || isIn(filter, student)) && matches(student, search));

  if (students.length === 0) return <NobodyEnrolled accessCode={session.accessCode} />;
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <p role="status" className={styles.notice}>
        {hintFor(runs, students)}
      </p>
      <StateFilters
        total={students.length}
        counts={counts}
        selected={filter}
        onSelect={(state) => change({ state: state ?? undefined })}
      />
      <div className={styles.columns}>
        <ScenarioChart students={students} scenarios={scenarios} />
        <div className={styles.list}>
          <SearchField
            value={search}
            placeholder={messages.monitor.search}
            onSearch={(text) => change({ search: text || undefined })}
          />
          {shown.length > 0 ? (
            <StudentList sessionId={session.id} students={shown} scenarios={scenarios} />
          ) : (
            <EmptyNote title={messages.monitor.noMatch}>
              <button
                type="button"
                className={styles.reset}
                onClick={() => change({ state: undefined, search: undefined })}
              >
                {messages.monitor.showAll}
              </button>
            </EmptyNote>
          )}
        </div>
      </div>
    </>
  );
}

function hintFor(runs: boolean, students: readonly MonitoredStudent[]): string | null {
  if (!runs) return messages.monitor.notRunning;
  if (students.some(({ presence }) => presence.state !== 'offline')) return null;
  const wereHere = students.some(({ presence }) => presence.seenAt !== null);
  return wereHere ? messages.monitor.noneNow : messages.monitor.noneYet;
}

const NobodyEnrolled = ({ accessCode }: { accessCode: string | null }) => (
  <EmptyNote title={messages.monitor.noneEnrolled}>
    <p>{accessCode ? messages.monitor.joinWithCode(accessCode) : messages.monitor.joinHelp}</p>
  </EmptyNote>
);
