import { Navigate } from 'react-router-dom';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import { framesMessages as messages } from '../frames.messages.js';
import { paths } from '../paths.js';
import { useSelectedCourse } from '../use-selected-course.js';

/** /instructor leads on to the selected course's gradebook, or to all courses when none has run (decisions N5). */
export default function InstructorIndexRoute() {
  const { isKnown, failed, retry, selected } = useSelectedCourse();
  if (failed) return <LoadFailed what={messages.theCourses} onRetry={retry} />;
  if (!isKnown) return <Loading />;
  const target = selected
    ? paths.instructorGradebook.to({ sessionId: selected.sessionId })
    : paths.instructorCourses.to();
  return <Navigate to={target} replace />;
}
