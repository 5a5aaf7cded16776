import { Navigate } from 'react-router-dom';
import { runCourses, useCourses } from '../../features/courses/use-courses.js';
import { Loading } from '../../shared/ui/loading.js';
import { paths } from '../paths.js';

/** /instructor leads on to the selected course's gradebook, or to all courses when none has run (decisions N5). */
export default function InstructorIndexRoute() {
  const courses = useCourses();
  if (!courses) return <Loading />;
  const [first] = runCourses(courses);
  const target = first ? paths.instructorGradebook.to({ sessionId: first.sessionId }) : paths.instructorCourses.to();
  return <Navigate to={target} replace />;
}
