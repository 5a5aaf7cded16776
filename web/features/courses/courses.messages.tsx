import type { ReactNode } from 'react';
import { defineMessages } from '../../shared/messages/messages.js';

/** Texts of the list of courses and of the drawer of one course. */
export const coursesMessages = defineMessages('courses', {
  title: 'Courses',
  create: 'Create Course',
  theCourses: 'The courses',
  couldNotLoad: (why: string) => `Failed to get groups: ${why}`,
  couldNotUpdate: (why: string) => `Failed to update group list: ${why}`,
  searchHint: 'Name, caption, code or instructor',
  allStatuses: 'All',
  allOrganizations: 'All organizations',
  timesAreIn: (zone: string) => `Times are in ${zone}.`,
  none: 'No Courses Found',
  noMatch: 'No courses match. Try a shorter search or another status.',
  noMatchAnywhere: 'No courses match. Try a shorter search, another status or all organizations.',
  createFirst: 'Create the first course. Students join with its access code.',
  askForCourse: 'Ask your administrator to create a course with you as its instructor.',
  select: 'Select Course',
  columns: {
    course: 'Course',
    accessCode: 'Access code',
    status: 'Status',
    start: 'Start',
    end: 'End',
    students: 'Students',
    organization: 'Organization',
    instructor: 'Instructor',
    actions: 'Actions',
  },
  statuses: { Active: 'Active', Scheduled: 'Scheduled', Ended: 'Ended', Inactive: 'Inactive' },
  noCode: 'NO CODE',
  copyCode: (course: string) => `Copy the access code of ${course}`,
  noOrganization: 'None',
  row: {
    details: (course: string) => `Details of ${course}`,
    gradebook: (course: string) => `Gradebook of ${course}, in a new tab`,
    grading: (course: string) => `Grading of ${course}`,
    changeInstructor: (course: string) => `Change instructor of ${course}`,
    history: (course: string) => `History of ${course}`,
    delete: (course: string) => `Delete ${course}`,
    start: 'Schedule/Start New Class',
    startOf: (course: string) => `Schedule/Start New Class of ${course}`,
    changeStart: (course: string) => `Change the scheduled start of ${course}`,
    end: 'Schedule/End Class',
    endOf: (course: string) => `Schedule/End Class of ${course}`,
    changeEnd: (course: string) => `Change the scheduled end of ${course}`,
    resume: (course: string) => `Resume the last class of ${course}`,
  },
  times: {
    startedOn: (when: ReactNode) => <>Started on {when}</>,
    scheduledFor: (when: ReactNode) => <>Scheduled for {when}</>,
    endedOn: (when: ReactNode) => <>Ended on {when}</>,
    scheduledToEnd: (when: ReactNode) => <>Scheduled to end {when}</>,
  },
  drawer: {
    gone: 'This course no longer exists, or you do not have access to it.',
    noMembers: 'No students are in the course. They join with its access code.',
    disabled: 'Disabled',
    removeMember: (student: string) => `Remove ${student} from the course`,
    classes: 'Classes',
    couldNotLoadClasses: 'The classes could not be loaded.',
    tryAgain: 'Try again',
    noClasses: 'No classes yet. Start or schedule the first one.',
    gradebook: (className: string) => (
      <>
        {className}
        <span className="visually-hidden">, gradebook in a new tab</span>
      </>
    ),
  },
  removeDialog: {
    title: (student: string) => `Remove ${student}?`,
    submit: 'Remove',
    help: (student: string, course: string) =>
      `${student} leaves ${course} and its running class. The account is kept, and ${student} can join again with the access code.`,
    done: (student: string, course: string) => `${student} removed from ${course}.`,
  },
});
