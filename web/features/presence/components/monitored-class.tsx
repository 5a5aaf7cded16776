import Button from '@mui/material/Button';
import { useState } from 'react';
import type { ClassSession, ClassSessionDetails } from '../../../../api/contracts/group.contract.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { locale } from '../../../shared/messages/messages.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { countStates, isIn, matches, type MonitoredStudent, nameOf, needsHelp, STATE_FILTERS } from '../monitor.js';
import { presenceMessages as messages } from '../presence.messages.js';
import type { ScenarioTitle } from './class-monitor.js';
import styles from './class-monitor.module.css';
import { ScenarioChart } from './scenario-chart.js';
import { StateFilters } from './state-filters.js';
import { StudentList } from './student-list.js';

interface MonitoredClassProps {
  session: ClassSessionDetails;
  scenarios: readonly ScenarioTitle[];
  students: readonly MonitoredStudent[];
  /** Set where a past moment is shown: whether the class ran then. */
  past?: { runs: boolean };
}

export function MonitoredClass({ session, scenarios, students, past }: MonitoredClassProps) {
  const [address, change] = useSearchInUrl();
  const announcement = useHelpAnnouncement(students);
  const { startDate, endDate } = useLiveSnapshot<ClassSession>('class', session.id) ?? session;
  const runs = past?.runs ?? (startDate !== null && endDate === null);
  const counts = countStates(students);
  const filter = STATE_FILTERS.find((each) => each === address.get('state')) ?? null;
  const search = address.get('search') ?? '';
  const shown = students.filter((student) => (!filter || isIn(filter, student)) && matches(student, search));

  if (students.length === 0) return <NobodyEnrolled accessCode={session.accessCode} />;
  return (
    <>
      <p role="status" className="visually-hidden">
        {!past && announcement}
      </p>
      <p role="status" className={styles.notice}>
        {past ? !past.runs && messages.monitor.didNotRun : hintFor(runs, students)}
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
              <Button variant="outlined" onClick={() => change({ state: undefined, search: undefined })}>
                {messages.monitor.showAll}
              </Button>
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

const NAMED = 3;

/** Announces new help requests to screen readers. Excludes requests from before the page was opened. */
function useHelpAnnouncement(students: readonly MonitoredStudent[]): string {
  const [last, setLast] = useState({ students, text: '' });
  if (last.students === students) return last.text;
  const asked = new Set(last.students.filter(({ presence }) => needsHelp(presence)).map(({ userId }) => userId));
  const fresh = students.filter(({ userId, presence }) => needsHelp(presence) && !asked.has(userId));
  const text = fresh.length > 0 ? announcement(fresh) : last.text;
  setLast({ students, text });
  return text;
}

function announcement(students: readonly MonitoredStudent[]): string {
  if (students.length > NAMED) return messages.requests.announceCount(students.length);
  const names = students.map(({ member }) => (member ? nameOf(member) : messages.requests.aStudent));
  return messages.requests.announceNames(new Intl.ListFormat(locale()).format(names), names.length);
}
