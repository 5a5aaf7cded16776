import { SelectField } from '../../../shared/ui/select-field.js';
import type { RunCourse } from '../use-courses.js';
import styles from './course-select.module.css';

interface CourseSelectProps {
  courses: readonly RunCourse[];
  selected: RunCourse | undefined;
  onSelect: (course: RunCourse) => void;
}

/** The 'Select Course' dropdown with the chosen course's code below it. */
export function CourseSelect({ courses, selected, onSelect }: CourseSelectProps) {
  return (
    <div className={styles.select}>
      <SelectField
        label="Select Course"
        value={selected?.group.id ?? ''}
        options={courses.map(({ group }) => ({ value: group.id, text: group.name }))}
        onChange={(id) => {
          const course = courses.find(({ group }) => group.id === id);
          if (course) onSelect(course);
        }}
      />
      {selected && (
        <p className={styles.code}>
          <span className="label">Access code</span>
          <span className="figures">{selected.group.password ?? 'NO CODE'}</span>
        </p>
      )}
    </div>
  );
}
