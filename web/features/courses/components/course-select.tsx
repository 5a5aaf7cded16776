import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
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
      <FormControl size="small" fullWidth disabled={courses.length === 0}>
        <InputLabel id="select-course">Select Course</InputLabel>
        <Select
          labelId="select-course"
          label="Select Course"
          value={selected?.group.id ?? ''}
          onChange={({ target }) => {
            const course = courses.find(({ group }) => group.id === target.value);
            if (course) onSelect(course);
          }}
        >
          {courses.map(({ group }) => (
            <MenuItem key={group.id} value={group.id}>
              {group.name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      {selected && (
        <p className={styles.code}>
          <span className="label">Access code</span>
          <span className="figures">{selected.group.password ?? 'NO CODE'}</span>
        </p>
      )}
    </div>
  );
}
