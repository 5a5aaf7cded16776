import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { ClassSession, CourseListing } from '../../../../api/contracts/group.contract.js';
import { Loading } from '../../../shared/ui/loading.js';
import { When } from '../../../shared/ui/when.js';
import { classesQuery } from '../api/get-classes.js';
import styles from './course-drawer.module.css';

interface ClassListProps {
  course: CourseListing;
  now: Date;
  gradebookHref: (sessionId: string) => string;
}

/** All classes of a course, the newest first, each with the way to its gradebook. */
export function ClassList({ course, now, gradebookHref }: ClassListProps) {
  const { data: classes, error, refetch } = useQuery(classesQuery(course));
  return (
    <section aria-labelledby="course-classes" className={styles.section}>
      <h3 id="course-classes">Classes</h3>
      {error && !classes && (
        <div className={styles.note}>
          <p>The classes could not be loaded.</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!classes && !error && <Loading />}
      {classes?.length === 0 && <p className={styles.note}>No class yet. Start or schedule the first one.</p>}
      {classes && classes.length > 0 && (
        <ol className={styles.classes}>
          {classes.map((session) => (
            <li key={session.id}>
              {session.startDate ? (
                <a href={gradebookHref(session.id)} target="_blank" rel="noopener">
                  {session.name}
                  <span className="visually-hidden">, gradebook in a new tab</span>
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
  const line = (words: string, moment: string | null, planned = false) =>
    moment && (
      <span className={styles.soft}>
        {words} <When moment={moment} now={now} planned={planned} />
      </span>
    );
  return (
    <>
      {startDate ? line('Started on', startDate) : line('Scheduled for', scheduledStartDate, true)}
      {endDate ? line('Ended on', endDate) : line('Scheduled to end', scheduledEndDate, true)}
    </>
  );
}
