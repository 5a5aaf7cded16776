import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { clientConfig } from '../shared/config/client-config.js';
import { useShownSubject } from '../shared/page-subject.js';
import { paths } from './paths.js';

interface PageName {
  path: { pattern: string };
  /** Null for pages that only lead on, and for the start of an area. */
  name: string | null;
  /** Names of the page's other views, by `view` in the address. */
  views?: Readonly<Record<string, string>>;
}

const QUIZ_VIEWS = { items: 'Item analysis' };

/** Every page by its path; what is not in here is the 404 page. */
const NAMES: readonly PageName[] = [
  { path: paths.login, name: 'Login' },
  { path: paths.register, name: 'Create Account' },
  { path: paths.passwordReset, name: 'Reset Password' },
  { path: paths.resetPassword, name: 'Reset Password' },
  { path: paths.success, name: 'Success' },
  { path: paths.failed, name: 'Failed' },
  { path: paths.confirmEmail, name: 'Confirm e-mail address' },
  { path: paths.restoreEmail, name: 'Restore e-mail address' },
  { path: paths.account, name: 'Your account' },
  { path: paths.results, name: 'My results' },
  { path: paths.play, name: 'Play' },
  { path: paths.leaderboard, name: 'Leaderboard' },
  { path: paths.admin, name: null },
  { path: paths.adminUsers, name: 'Users' },
  { path: paths.adminOrganizations, name: 'Organizations' },
  { path: paths.adminCourses, name: 'Courses' },
  { path: paths.adminSandboxes, name: 'Sandboxes' },
  { path: paths.adminLeaderboards, name: 'Leaderboards' },
  { path: paths.adminPermissions, name: 'Access Codes' },
  { path: paths.adminAudit, name: 'Audit' },
  { path: paths.adminSystem, name: 'System' },
  { path: paths.instructor, name: null },
  { path: paths.instructorCourses, name: 'Courses' },
  {
    path: paths.instructorGradebook,
    name: 'Gradebook',
    views: { monitor: 'Monitor', leaderboard: 'Leaderboard' },
  },
  { path: paths.gradebook, name: 'Gradebook' },
  { path: paths.monitor, name: 'Monitor' },
  { path: paths.instructorQuiz, name: 'Quiz Responses', views: QUIZ_VIEWS },
  { path: paths.quiz, name: 'Quiz Responses', views: QUIZ_VIEWS },
  { path: paths.unauthorized, name: 'Access denied' },
  { path: paths.forbidden, name: 'Access denied' },
  { path: paths.serverError, name: 'Server error' },
];

/** Name of the page, what it is about, and the product's name, with ' - Admin Panel' on admin paths. */
export function PageTitle() {
  const { pathname, search } = useLocation();
  const subject = useShownSubject();
  const isAdmin = matchPath({ path: paths.admin.pattern, end: false }, pathname) !== null;
  const { productName } = clientConfig();
  const title = [nameOf(pathname, search), subject, productName, isAdmin && 'Admin Panel'].filter(Boolean).join(' - ');
  // not a <title> element: the page has one already, and browsers show the first
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

function nameOf(pathname: string, search: string): string | null {
  const page = NAMES.find(({ path }) => matchPath(path.pattern, pathname));
  if (!page) return 'Page not found';
  const view = new URLSearchParams(search).get('view');
  return (view !== null && page.views?.[view]) || page.name;
}
