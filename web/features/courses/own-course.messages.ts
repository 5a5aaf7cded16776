import { defineMessages } from '../../shared/messages/messages.js';

/** Texts about a player's own course. Kept apart from the staff texts, which the play area does not load. */
export const ownCourseMessages = defineMessages('own-course', {
  welcome: (name: string) => `Welcome, ${name}`,
  yourCourse: 'Your course',
  yourLastCourse: 'Your last course',
  none: 'You are not in a course yet',
  noneHelp: 'Join with the access code from your instructor.',
  noClass: 'No class is running. Your results do not count toward a class.',
  loggedInAs: (username: string) => `Logged in as: ${username}`,
  account: 'Your account',
  results: 'My results',
  join: 'Join course',
  joinAnother: 'Join another course',
  leave: 'Leave course',
  logOut: 'Log out',
  resultsGoTo: (course: string) => `Your results go to the running class of ${course}.`,
  chooseClass: 'Your results go to the class of',
  classSwitched: (course: string) => `Results now go to the class of ${course}.`,
  couldNotSwitch: (why: string) => `Failed to switch the class: ${why}`,
  joinDialog: {
    submit: 'Join',
    code: 'Access Code',
    codeHelp: 'Your instructor gives you this code.',
    joinedClass: (className: string) => `You joined ${className}.`,
    joinedCourse: (course: string) => `You joined ${course}. No class is running yet.`,
  },
  leaveDialog: {
    title: (course: string) => `Leave ${course}?`,
    help: 'You leave the course and its class. Your instructor no longer sees your activity. You can join again with the access code.',
    done: (course: string) => `You left ${course}.`,
  },
});
