import { Suspense } from 'react';
import { Outlet, useMatch, useNavigate } from 'react-router-dom';
import { CourseSelect } from '../../features/courses/components/course-select.js';
import { runCourses, useCourses } from '../../features/courses/use-courses.js';
import { Loading } from '../../shared/ui/loading.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { SidebarLink } from './sidebar-link.js';
import { StaffFrame } from './staff-frame.js';

export default function InstructorLayout() {
  return (
    <StaffFrame allow={STAFF_ROLES} title="Instructor" sidebar={<InstructorSidebar />}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </StaffFrame>
  );
}

/** The course in work, its code, and the way to all courses. */
function InstructorSidebar() {
  const navigate = useNavigate();
  const sessionId = useMatch(paths.instructorGradebook.pattern)?.params.sessionId;
  const courses = runCourses(useCourses() ?? []);
  const shown = courses.find(
    ({ group }) => sessionId === group.activeSessionId || sessionId === group.lastActiveSessionId,
  );
  return (
    <>
      <CourseSelect
        courses={courses}
        selected={shown ?? courses[0]}
        onSelect={(course) => void navigate(paths.instructorGradebook.to({ sessionId: course.sessionId }))}
      />
      <SidebarLink to={paths.instructorCourses.to()}>View All Courses</SidebarLink>
    </>
  );
}
