import { useSelectCourse } from '../features/courses/select-course.js';
import { runCourses, selectedCourse, type RunCourse } from '../features/courses/run-courses.js';
import { useCourses } from '../features/courses/use-courses.js';
import { useSignedInUser } from '../features/sign-in/use-signed-in.js';
import { storedSignIn } from '../shared/session/stored-sign-in.js';
import { useNow } from '../shared/use-now.js';

interface SelectedCourse {
  /** False until the courses and the last selection are loaded. */
  isKnown: boolean;
  failed: boolean;
  retry: () => void;
  /** The courses that have or had a class. */
  courses: readonly RunCourse[];
  /** The course selected last on any device, or the first one (docs/rules.md#selected-course). */
  selected: RunCourse | undefined;
  /** Stores the selection. */
  select: (course: RunCourse) => void;
}

/** Returns the selected course of an instructor. */
export function useSelectedCourse(): SelectedCourse {
  const user = useSignedInUser();
  const { courses, failed, retry } = useCourses();
  const remember = useSelectCourse(storedSignIn.userId() ?? '');
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
