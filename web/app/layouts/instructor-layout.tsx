import { Suspense } from 'react';
import { Outlet, useMatch, useNavigate } from 'react-router-dom';
import { CourseSelect } from '../../features/courses/components/course-select.js';
import { useFollowCourses } from '../../features/courses/use-courses.js';
import type { RunCourse } from '../../features/courses/run-courses.js';
import { useSelectedQuiz } from '../../shared/session/selected-quiz.js';
import { Loading } from '../../shared/ui/loading.js';
import { framesMessages as messages } from '../frames.messages.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { useSelectedCourse } from '../use-selected-course.js';
import { InstructorQuizzes } from './instructor-quizzes.js';
import { SidebarLink } from './sidebar-link.js';
import { StaffFrame } from './staff-frame.js';

export default function InstructorLayout() {
  return (
    <StaffFrame allow={STAFF_ROLES} title={messages.instructor} sidebar={<InstructorSidebar />}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </StaffFrame>
  );
}

/** Shows the selected course, its code, and the link to all courses. */
function InstructorSidebar() {
  const navigate = useNavigate();
  const sessionId = useClassInAddress();
  useFollowCourses();
  const { courses, selected, select } = useSelectedCourse();
  // A gradebook opened by its address shows its own course without selecting it.
  const shown = courses.find(
    (course) => course.sessionId === sessionId || course.course.lastActiveSessionId === sessionId,
  );
  const course = (sessionId && shown) || selected;
  const session = course && classOf(course, sessionId);
  return (
    <>
      <CourseSelect
        courses={courses}
        selected={course}
        onSelect={(course) => {
          select(course);
          void navigate(paths.instructorGradebook.to({ sessionId: course.sessionId }));
        }}
      />
      {session && <InstructorQuizzes session={session} />}
      <SidebarLink to={paths.instructorCourses.to()}>{messages.viewAllCourses}</SidebarLink>
    </>
  );
}

/** Returns the class of the open gradebook or quiz. The address of a quiz contains only names, so the quiz is stored. */
function useClassInAddress(): string | undefined {
  const gradebook = useMatch(paths.instructorGradebook.pattern);
  const quiz = useMatch(paths.instructorQuiz.pattern);
  const stored = useSelectedQuiz();
  return gradebook?.params.sessionId ?? (quiz ? stored?.sessionId : undefined);
}

/** Returns the open class if it belongs to the course, otherwise the course's running or last class. */
function classOf({ course: { active, last }, sessionId }: RunCourse, open: string | undefined) {
  const classes = [active, last].filter((session) => session !== null);
  return classes.find(({ id }) => id === open) ?? classes.find(({ id }) => id === sessionId);
}
