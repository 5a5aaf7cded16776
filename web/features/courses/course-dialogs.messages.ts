import { defineMessages, plural } from '../../shared/messages/messages.js';

/** Texts of the dialogs that create and change courses; apart from the page, which loads without them. */
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
    done: (course: string) => `${course} is created.`,
    failed: (why: string) => `Failed to create group: ${why}`,
  },
  students: {
    label: 'Add students',
    searchHint: 'Name or e-mail',
    help: 'Optional. Others join with the course’s access code.',
    found: 'Found',
    add: (student: string) => `Add ${student}`,
    takeOut: (student: string) => `Take ${student} out`,
    searchFailed: 'The search failed. Try again.',
    noneFits: 'No other student fits.',
    count: (count: number) =>
      plural(count, { one: `${count} student of the course`, other: `${count} students of the course` }),
    chosen: 'Students of the course',
  },
  instructor: {
    submit: 'Save',
    loading: 'Loading instructors…',
    choose: 'Choose an instructor',
    none: 'The organization has no instructor yet. Give a user that role first.',
    couldNotLoad: 'The instructors could not be loaded. Close this dialog and try again.',
    help: (instructor: string) =>
      `${instructor} no longer sees the course, its students and its gradebooks. A running class continues, and the access code stays the same.`,
    done: (course: string) => `${course} has another instructor.`,
  },
  delete: {
    title: (course: string) => `Delete ${course}?`,
    submit: 'Delete',
    running: 'The class that runs ends for everyone now.',
    scheduled: 'The class that is scheduled will not start.',
    lost: (students: number) =>
      plural(students, { one: 'One student loses the course.', other: `${students} students lose the course.` }),
    lostWithCode: (students: number, code: string) =>
      plural(students, {
        one: `One student loses the course, and nobody can join with ${code} any more.`,
        other: `${students} students lose the course, and nobody can join with ${code} any more.`,
      }),
    kept: 'The gradebooks of its classes stay, for system admins only. This cannot be undone.',
    done: (course: string) => `${course} is deleted.`,
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
    noStudents: 'No student has joined the course yet. Students join with its access code, also while the class runs.',
    students: (count: number) =>
      `The ${count} students of the course are in the class. More can join with the access code.`,
    removeHelp: 'The class no longer starts by itself. It can be scheduled again.',
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
    removeHelp: 'The class continues until its staff end it.',
    scheduled: (course: string) => `The end of ${course} is scheduled.`,
    cancelled: (course: string) => `The scheduled end of ${course} is cancelled.`,
  },
  endNow: {
    title: 'End Term',
    submit: 'End class',
    help: (course: string) =>
      `The running class of ${course} ends for everyone now. Its gradebook stays, its students leave the course. Resuming the class brings them back.`,
    disable: 'Disable all users in course?',
    disableHelp:
      'Students of the organization are signed out and cannot sign in until their accounts are enabled. Everyone else keeps their account.',
    disablesNone: 'No account is disabled: the class has no enabled student of the organization.',
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
    help: 'The students who were in the class when it ended come back, and it continues as if it had never ended.',
    enable: 'Enable their accounts again?',
    enableHelp: 'Only accounts that the end of this class has disabled, as far as the organization has seats.',
    done: (course: string) => `The class of ${course} goes on.`,
    failed: (why: string) => `Error while resuming class: ${why}`,
  },
  skipped: {
    title: (course: string) => `${course} resumed`,
    loading: 'Enabling the students’ accounts…',
    stillEnabling: 'The accounts are still being enabled. The Users page shows who is disabled.',
    done: 'Done',
    none: 'Every student of the class can sign in.',
    cannotSignIn: (students: number) =>
      plural(students, {
        one: 'One student of the class cannot sign in:',
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
