import { useSelectCourse } from '../features/courses/select-course.js';
import { runCourses, selectedCourse, type RunCourse } from '../features/courses/run-courses.js';
import { useCourses } from '../features/courses/use-courses.js';
import { useSignedInUser } from '../features/sign-in/use-signed-in.js';
import { storedSession } from '../shared/session/stored-session.js';
import { useNow } from '../shared/use-now.js';

interface SelectedCourse {
  /** False until the courses and the last choice are known. */
  isKnown: boolean;
  failed: boolean;
  retry: () => void;
  /** Those to choose from: that have or had a class. */
  courses: readonly RunCourse[];
  /** The course selected last, on any machine, or the first (docs/rules.md#selected-course). */
  selected: RunCourse | undefined;
  /** Remembers the choice. */
  select: (course: RunCourse) => void;
}

/** The course an instructor works in. */
export function useSelectedCourse(): SelectedCourse {
  const user = useSignedInUser();
  const { courses, failed, retry } = useCourses();
  const remember = useSelectCourse(storedSession.userId() ?? '');
  const run = runCourses(courses ?? [], useNow());
  return {
    isKnown: user !== undefined && courses !== undefined,
    failed,
    retry,
    courses: run,
    selected: selectedCourse(run, user?.lastGroupSelectionId ?? null),
    select: ({ course }) => remember.mutate(course.id),
  };
}
