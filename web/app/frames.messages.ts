import { defineMessages } from '../shared/messages/messages.js';

/** Texts of the frames around pages, and of the views that put several features together. Names of pages are in `app.messages.ts`. */
export const framesMessages = defineMessages('frames', {
  otherPerson: 'Another person has signed in in this browser.',
  areas: 'Areas',
  admin: 'Admin',
  instructor: 'Instructor',
  adminSections: 'Admin sections',
  sidebar: 'Sidebar',
  menu: 'Menu',
  loggedInAs: (username: string) => `Logged in as: ${username}`,
  logOut: 'Log out',
  viewAllCourses: 'View All Courses',
  theCourses: 'The courses',
  hideClass: 'Hide class',
  showClass: 'Show class',
  adminWelcome: 'Welcome to the Admin Panel',
  adminWelcomeHelp: 'Click the nav buttons on the left sidebar to administer different resources.',
  viewsOfClass: 'Views of the class',
  viewsOfQuiz: 'Views of the quiz',
  noSuchQuiz: 'This quiz could not be found.',
  noSuchQuizHelp: (sessionName: string, scenarioShortTitle: string) =>
    `There is no class “${sessionName}” of yours with a quiz “${scenarioShortTitle}”, or it cannot be reached right now.`,
  projector: 'Projector',
  board: {
    allClasses: 'All classes',
    campaign: 'Campaign',
    allCampaigns: 'All campaigns',
    scenario: 'Scenario',
    allScenarios: 'All scenarios',
    organization: 'Organization',
    allOrganizations: 'All organizations',
  },
  emailLink: {
    title: 'E-mail Address',
    invalid: 'This link is invalid or has expired.',
    toAccount: 'Go to your account',
  },
  invalidResetLink: 'Invalid reset link.',
  logIn: 'Log in',
  backToRegister: 'Back to Register Page',
});
