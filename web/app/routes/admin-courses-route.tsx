import { useFollowCourses } from '../../features/courses/use-courses.js';
import CoursesRoute from './courses-route.js';

/** The courses in the admin area; in the instructor area the sidebar follows them already. */
export default function AdminCoursesRoute() {
  useFollowCourses();
  return <CoursesRoute />;
}
