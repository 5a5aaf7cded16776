import Button from '@mui/material/Button';
import { Navigate } from 'react-router-dom';
import { EmptyNote } from '../../shared/ui/empty-note.js';
import { Loading } from '../../shared/ui/loading.js';
import { paths } from '../paths.js';
import { useSelectedCourse } from '../use-selected-course.js';

/** /instructor leads on to the selected course's gradebook, or to all courses when none has run (decisions N5). */
export default function InstructorIndexRoute() {
  const { isKnown, failed, retry, selected } = useSelectedCourse();
  if (failed)
    return (
      <EmptyNote title="The courses could not be loaded.">
        <Button variant="outlined" onClick={retry}>
          Try again
        </Button>
      </EmptyNote>
    );
  if (!isKnown) return <Loading />;
  const target = selected
    ? paths.instructorGradebook.to({ sessionId: selected.sessionId })
    : paths.instructorCourses.to();
  return <Navigate to={target} replace />;
}
