import { generatePath, type PathParam } from 'react-router-dom';

/** Returns a path: the pattern that the router matches and a function that builds links. */
const path = <P extends string>(pattern: P) => ({
  pattern,
  to: (params?: { [K in PathParam<P>]: string }): string => generatePath<string>(pattern, params),
});

/** All paths of the application. */
export const paths = {
  login: path('/'),
  register: path('/register'),
  passwordReset: path('/password-reset'),
  resetPassword: path('/reset-password'),
  success: path('/success'),
  failed: path('/failed'),
  confirmEmail: path('/confirm-email'),
  restoreEmail: path('/restore-email'),
  account: path('/account'),
  results: path('/results'),
  ownDebrief: path('/results/:sessionId'),
  play: path('/play'),
  leaderboard: path('/leaderboard/:sessionId'),
  debriefRoom: path('/debrief/:sessionId/room'),
  admin: path('/admin'),
  adminUsers: path('/admin/users'),
  adminOrganizations: path('/admin/organizations'),
  adminCourses: path('/admin/courses'),
  adminSandboxes: path('/admin/sandboxes'),
  adminLeaderboards: path('/admin/leaderboards'),
  adminPermissions: path('/admin/permissions'),
  adminAudit: path('/admin/audit'),
  adminSystem: path('/admin/system'),
  instructor: path('/instructor'),
  instructorCourses: path('/instructor/courses'),
  instructorGradebook: path('/instructor/gradebook/:sessionId'),
  gradebook: path('/gradebook/:sessionId'),
  monitor: path('/monitor/:sessionId'),
  /** Contains names instead of ids, which are in the browser's storage (`selected-quiz.ts`). */
  instructorQuiz: path('/instructor/gradebook/:sessionName/:scenarioShortTitle'),
  quiz: path('/gradebook/:sessionName/:scenarioShortTitle'),
  unauthorized: path('/unauthorized'),
  forbidden: path('/forbidden'),
  serverError: path('/server-error'),
  notFound: path('/not-found'),
} as const;
