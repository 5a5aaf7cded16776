import { Loading } from '../../../shared/ui/loading.js';
import { useCourses } from '../use-courses.js';
import styles from './course-list.module.css';
import { CourseRow } from './course-row.js';

interface CourseListProps {
  gradebookHref: (sessionId: string) => string;
}

/** All courses of the caller, compact: status and the next action. */
export function CourseList({ gradebookHref }: CourseListProps) {
  const courses = useCourses();
  if (!courses) return <Loading />;
  if (courses.length === 0) return <p className={styles.empty}>No Courses Found</p>;
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr className="label">
            <th scope="col">Course</th>
            <th scope="col">Access code</th>
            <th scope="col">Status</th>
            <th scope="col">Class</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {courses.map((group) => (
            <CourseRow key={group.id} group={group} gradebookHref={gradebookHref} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
