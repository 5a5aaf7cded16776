import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { useNow } from '../../../shared/use-now.js';
import type { CourseAsked } from '../course-asked.js';
import { stateAt } from '../course-state.js';
import type { CoursesViewer } from '../courses-viewer.js';
import { CreateCourseDialog } from './create-course-dialog.js';
import { DeleteCourseDialog } from './delete-course-dialog.js';
import { EndDialog } from './end-dialog.js';
import { EndTermDialog } from './end-term-dialog.js';
import { InstructorDialog } from './instructor-dialog.js';
import { ResumeDialog } from './resume-dialog.js';
import { StartDialog } from './start-dialog.js';

interface CourseDialogsProps {
  asked: CourseAsked;
  courses: readonly CourseListing[];
  viewer: CoursesViewer;
  organizations: readonly { id: string; name: string }[];
  onAsk: (asked: CourseAsked) => void;
  onClose: () => void;
}

/** The dialog for what was asked; apart from the page, which is there sooner without it. */
export default function CourseDialogs({ asked, courses, viewer, organizations, onAsk, onClose }: CourseDialogsProps) {
  const now = useNow();
  if (asked.kind === 'create')
    return <CreateCourseDialog viewer={viewer} organizations={organizations} onClose={onClose} />;
  const course = courses.find(({ id }) => id === asked.courseId);
  // deleted meanwhile, by somebody else
  if (!course) return null;
  const about = { course, state: stateAt(course, now), now, onClose };
  switch (asked.kind) {
    case 'start':
      return <StartDialog {...about} />;
    case 'end':
      return <EndDialog {...about} onEndNow={() => onAsk({ kind: 'end-now', courseId: course.id })} />;
    case 'end-now':
      return <EndTermDialog course={course} onClose={onClose} />;
    case 'resume':
      return <ResumeDialog {...about} />;
    case 'instructor':
      return <InstructorDialog course={course} onClose={onClose} />;
    case 'delete':
      return <DeleteCourseDialog {...about} />;
  }
}
