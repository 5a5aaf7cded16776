import { SelectField } from '../../../shared/ui/fields.js';
import type { RunCourse } from '../run-courses.js';
import { coursesMessages as messages } from '../courses.messages.js';
import styles from './course-select.module.css';

interface CourseSelectProps {
  courses: readonly RunCourse[];
  selected: RunCourse | undefined;
  onSelect: (course: RunCourse) => void;
}

/** The 'Select Course' dropdown, with the code of the selected course below it. */
export function CourseSelect({ courses, selected, onSelect }: CourseSelectProps) {
  return (
    <div className={styles.select}>
      <SelectField
        label={messages.select}
        value={selected?.course.id ?? ''}
        options={courses.map(({ course }) => ({ value: course.id, text: course.name }))}
        onChange={(id) => {
          const chosen = courses.find(({ course }) => course.id === id);
          if (chosen) onSelect(chosen);
        }}
      />
      {selected && (
        <p className={styles.code}>
          <span className="label">{messages.columns.accessCode}</span>
          <span className="figures">{selected.course.password || messages.noCode}</span>
        </p>
      )}
    </div>
  );
}
