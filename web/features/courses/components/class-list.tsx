import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { Loading } from '../../../shared/ui/loading.js';
import { When } from '../../../shared/ui/when.js';
import { classesQuery } from '../course-administration.api.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './course-drawer.module.css';

interface ClassListProps {
  course: CourseListing;
  now: Date;
  gradebookHref: (sessionId: string) => string;
}

/** All classes of a course, newest first, each with a link to its gradebook. */
export function ClassList({ course, now, gradebookHref }: ClassListProps) {
  const { data: classes, error, refetch } = useQuery(classesQuery(course));
  return (
    <section aria-labelledby="course-classes" className={styles.section}>
      <h3 id="course-classes">{messages.drawer.classes}</h3>
      {error && !classes && (
        <div className={styles.note}>
          <p>{messages.drawer.couldNotLoadClasses}</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            {messages.drawer.tryAgain}
          </Button>
        </div>
      )}
      {!classes && !error && <Loading />}
      {classes?.length === 0 && <p className={styles.note}>{messages.drawer.noClasses}</p>}
      {classes && classes.length > 0 && (
        <ol className={styles.classes}>
          {classes.map((session) => (
            <li key={session.id}>
              {session.startDate ? (
                <a href={gradebookHref(session.id)} target="_blank" rel="noopener">
                  {messages.drawer.gradebook(session.name)}
                </a>
              ) : (
                <span>{session.name}</span>
              )}
              <Times session={session} now={now} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Times({ session, now }: { session: ClassSession; now: Date }) {
  const { startDate, endDate, scheduledStartDate, scheduledEndDate } = session;
  const texts = messages.times;
  const line = (text: (when: ReactNode) => ReactNode, moment: string | null, planned = false) =>
    moment && <span className={styles.soft}>{text(<When moment={moment} now={now} planned={planned} />)}</span>;
  return (
    <>
      {startDate ? line(texts.startedOn, startDate) : line(texts.scheduledFor, scheduledStartDate, true)}
      {endDate ? line(texts.endedOn, endDate) : line(texts.scheduledToEnd, scheduledEndDate, true)}
    </>
  );
}
