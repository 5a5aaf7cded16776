import type { CourseListing } from '../../../api/contracts/group.contract.js';
import { stateAt } from './course-state.js';

/** A course that has or had a class. */
export interface RunCourse {
  course: CourseListing;
  /** The class that runs, else the last one. */
  sessionId: string;
}

/** The courses of the 'Select Course' list: those with an active or last active class. */
export function runCourses(courses: readonly CourseListing[], now: Date): RunCourse[] {
  return courses.flatMap((course) => {
    const { running, ended } = stateAt(course, now);
    const session = running ?? ended;
    return session ? [{ course, sessionId: session.id }] : [];
  });
}

/** The one selected last, else the first. */
export const selectedCourse = (courses: readonly RunCourse[], lastSelectedId: string | null): RunCourse | undefined =>
  courses.find(({ course }) => course.id === lastSelectedId) ?? courses[0];
