import { useFollowCourses } from '../../features/courses/use-courses.js';
import CoursesRoute from './courses-route.js';

/** The courses in the admin area. In the instructor area, the sidebar already subscribes to them. */
export default function AdminCoursesRoute() {
  useFollowCourses();
  return <CoursesRoute />;
}
