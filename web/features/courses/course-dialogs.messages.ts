import { defineMessages, plural } from '../../shared/messages/messages.js';

/** Texts of the dialogs that create and change courses. Kept apart from the page, which loads without them. */
export const courseDialogsMessages = defineMessages('course-dialogs', {
  create: {
    submit: 'Create',
    name: 'Name',
    nameHelp: (max: number) => `Name must be ${max} characters or less`,
    chooseOrganization: 'Choose an organization',
    organizationMissing: 'Choose an organization.',
    instructorMissing: 'Choose an instructor.',
    caption: 'Caption',
    captionHelp: 'Optional, such as the term or the room.',
    done: (course: string) => `${course} created.`,
    failed: (why: string) => `Failed to create group: ${why}`,
  },
  students: {
    label: 'Add students',
    searchHint: 'Name or e-mail',
    help: 'Optional. Students can also join with the access code of the course.',
    found: 'Found',
    add: (student: string) => `Add ${student}`,
    remove: (student: string) => `Remove ${student}`,
    searchFailed: 'The search failed. Try again.',
    noneMatch: 'No other students match.',
    count: (count: number) =>
      plural(count, { one: `${count} student in the course`, other: `${count} students in the course` }),
    chosen: 'Students in the course',
  },
  instructor: {
    submit: 'Save',
    loading: 'Loading instructors…',
    choose: 'Choose an instructor',
    none: 'The organization has no instructor yet. Give a user that role first.',
    couldNotLoad: 'The instructors could not be loaded. Close this dialog and try again.',
    help: (instructor: string) =>
      `${instructor} no longer sees the course, its students or its gradebooks. A running class continues, and the access code stays the same.`,
    done: (course: string) => `Instructor of ${course} changed.`,
  },
  delete: {
    title: (course: string) => `Delete ${course}?`,
    submit: 'Delete',
    running: 'The running class ends for everyone now.',
    scheduled: 'The scheduled class will not start.',
    noStudents: 'No students are enrolled.',
    students: (count: number) =>
      plural(count, { one: `${count} student loses access.`, other: `${count} students lose access.` }),
    code: (code: string) => `The access code ${code} stops working.`,
    kept: 'The gradebooks of its classes are kept for system admins only. This cannot be undone.',
    done: (course: string) => `${course} deleted.`,
    failed: (why: string) => `Failed to delete course: ${why}`,
  },
  start: {
    newClass: (course: string) => `New class of ${course}`,
    scheduledClass: (course: string) => `Scheduled class of ${course}`,
    question: 'When does the class start?',
    now: 'Start Now',
    schedule: 'Schedule Start',
    remove: 'Remove the scheduled start',
    date: 'Start date',
    notInFuture: 'Scheduled start date must be in the future.',
    noStudents:
      'No students have joined the course yet. They can join with its access code, even while the class is running.',
    students: (count: number) =>
      plural(count, {
        one: `${count} student takes part. More can join with the access code.`,
        other: `${count} students take part. More can join with the access code.`,
      }),
    removeHelp: 'The class no longer starts automatically. You can schedule it again.',
    started: (course: string) => `A class of ${course} has started.`,
    couldNotStart: (why: string) => `Failed to start session: ${why}`,
    scheduled: (course: string) => `A class of ${course} is scheduled.`,
    cancelled: (course: string) => `The scheduled start of ${course} is cancelled.`,
    couldNotSchedule: (why: string) => `Failed to schedule session: ${why}`,
  },
  end: {
    title: (className: string) => `End of ${className}`,
    question: 'When does the class end?',
    now: 'End Now',
    schedule: 'Schedule End',
    remove: 'Remove the scheduled end',
    date: 'End date',
    notInFuture: 'Scheduled end date must be in the future.',
    notAfterScheduledStart: 'End date must be after the scheduled start date.',
    notAfterStart: 'End date must be after the active session start date.',
    notStarted: 'Cannot end session that has not started.',
    removeHelp: 'The class continues until an instructor or administrator ends it.',
    scheduled: (course: string) => `The end of ${course} is scheduled.`,
    cancelled: (course: string) => `The scheduled end of ${course} is cancelled.`,
  },
  endNow: {
    title: 'End Term',
    submit: 'End class',
    help: (course: string) =>
      `The running class of ${course} ends for everyone now. The gradebook is kept, and the students leave the course. They return if you resume the class.`,
    disable: 'Disable all users in course?',
    disableHelp:
      'Students of the organization are signed out and cannot sign in until their accounts are enabled. Everyone else keeps their account.',
    disablesNone: 'No accounts are disabled, because the class has no enabled students of the organization.',
    disables: (students: number) =>
      plural(students, {
        one: `${students} student is signed out and cannot sign in until the account is enabled.`,
        other: `${students} students are signed out and cannot sign in until their accounts are enabled.`,
      }),
    keeps: (students: number) =>
      plural(students, {
        one: `${students} student from outside the organization keeps the account.`,
        other: `${students} students from outside the organization keep their accounts.`,
      }),
    done: (course: string) => `The class of ${course} has ended.`,
    failed: (why: string) => `Failed to stop session: ${why}`,
  },
  resume: {
    title: (className: string) => `Resume ${className}?`,
    titleOfLast: 'Resume the last class?',
    submit: 'Resume class',
    help: 'The students who were in the class when it ended are added again. The class continues as if it had never ended.',
    enable: 'Enable their accounts again?',
    enableHelp:
      'Enables only accounts that were disabled when this class ended, as long as the organization has free seats.',
    done: (course: string) => `Class of ${course} resumed.`,
    failed: (why: string) => `Error while resuming class: ${why}`,
  },
  skipped: {
    title: (course: string) => `${course} resumed`,
    loading: 'Enabling the students’ accounts…',
    stillEnabling: 'The accounts are still being enabled. The Users page shows the disabled ones.',
    done: 'Done',
    none: 'Every student of the class can sign in.',
    cannotSignIn: (students: number) =>
      plural(students, {
        one: `${students} student of the class cannot sign in:`,
        other: `${students} students of the class cannot sign in:`,
      }),
    othersByAdministrator: 'An administrator can enable the others on the Users page.',
    allByAdministrator: 'An administrator can enable them on the Users page.',
    enable: 'Enable',
    enableStudent: (student: string) => `Enable ${student}`,
    enabled: 'Enabled',
    noSeat: 'The organization has no free seat. Raise the user limit or disable other accounts.',
    byClass: (className: string) => `Disabled by the end of ${className}`,
    byOtherOrganization: 'Disabled by a class of another organization',
    bySubscription: 'The card subscription has ended',
    byAdministrator: 'Disabled by an administrator',
  },
});
