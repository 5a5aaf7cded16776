import { Navigate } from 'react-router-dom';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';
import { useSelectedCourse } from '../use-selected-course.js';

/**
 * Redirects /instructor to the gradebook of the selected course, or to all courses when none has had a class
 * (docs/rules.md#selected-course).
 */
export default function InstructorIndexRoute() {
  const { isKnown, failed, retry, selected } = useSelectedCourse();
  if (failed) return <LoadFailed what={messages.theCourses} onRetry={retry} />;
  if (!isKnown) return <Loading />;
  const target = selected
    ? paths.instructorGradebook.to({ sessionId: selected.sessionId })
    : paths.instructorCourses.to();
  return <Navigate to={target} replace />;
}
