import { Suspense } from 'react';
import { Outlet, useMatch, useNavigate } from 'react-router-dom';
import { CourseSelect } from '../../features/courses/components/course-select.js';
import { Loading } from '../../shared/ui/loading.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { useSelectedCourse } from '../use-selected-course.js';
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
  const { courses, selected, select } = useSelectedCourse();
  // a gradebook opened by its address shows its own course, without that being a choice
  const shown = courses.find(
    (course) => course.sessionId === sessionId || course.course.lastActiveSessionId === sessionId,
  );
  return (
    <>
      <CourseSelect
        courses={courses}
        selected={(sessionId && shown) || selected}
        onSelect={(course) => {
          select(course);
          void navigate(paths.instructorGradebook.to({ sessionId: course.sessionId }));
        }}
      />
      <SidebarLink to={paths.instructorCourses.to()}>View All Courses</SidebarLink>
    </>
  );
}
