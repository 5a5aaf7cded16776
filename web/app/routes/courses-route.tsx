import { CourseList } from '../../features/courses/components/course-list.js';
import { Page } from '../../shared/ui/page.js';
import { paths } from '../paths.js';

export default function CoursesRoute() {
  return (
    <Page title="Courses">
      <CourseList gradebookHref={(sessionId) => paths.instructorGradebook.to({ sessionId })} />
    </Page>
  );
}
