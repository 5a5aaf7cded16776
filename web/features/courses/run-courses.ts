import type { CourseListing } from '../../../api/contracts/group.contract.js';
import { stateAt } from './course-state.js';

/** A course that has or had a class. */
export interface RunCourse {
  course: CourseListing;
  /** The running class, else the last one. */
  sessionId: string;
}

/** Returns the courses of the 'Select Course' list: those with a running or ended class. */
export function runCourses(courses: readonly CourseListing[], now: Date): RunCourse[] {
  return courses.flatMap((course) => {
    const { running, ended } = stateAt(course, now);
    const session = running ?? ended;
    return session ? [{ course, sessionId: session.id }] : [];
  });
}

/** Returns the course selected last, else the first one. */
export const selectedCourse = (courses: readonly RunCourse[], lastSelectedId: string | null): RunCourse | undefined =>
  courses.find(({ course }) => course.id === lastSelectedId) ?? courses[0];
