import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { clientConfig } from '../shared/config/client-config.js';
import { useShownSubject } from '../shared/page-subject.js';
import { appMessages as messages } from './app.messages.js';
import { paths } from './paths.js';

type PathName = keyof typeof paths;

/** Key of a page name in the catalogue. */
type PageName = keyof typeof messages.pages;

/** Pages that use the name of another page; null for redirects and for the start of an area. */
const OTHER_NAMES = {
  resetPassword: 'passwordReset',
  admin: null,
  instructor: null,
  debriefRoom: 'debrief',
  instructorCourses: 'adminCourses',
  instructorGradebook: 'gradebook',
  instructorQuiz: 'quiz',
  forbidden: 'unauthorized',
} as const satisfies { [Path in PathName]?: PageName | null };

const QUIZ_VIEWS = { items: 'itemAnalysis' } as const;

/** Names of the views of a page, by `view` in the address. */
const VIEWS: { readonly [Path in PathName]?: Readonly<Record<string, PageName>> } = {
  instructorGradebook: { monitor: 'monitor', leaderboard: 'leaderboard', debrief: 'debrief', report: 'report' },
  instructorQuiz: QUIZ_VIEWS,
  quiz: QUIZ_VIEWS,
};

/** Sets the tab title: page name, subject and product name, with ' - Admin Panel' on admin paths. */
export function PageTitle() {
  const { pathname, search } = useLocation();
  const subject = useShownSubject();
  const isAdmin = matchPath({ path: paths.admin.pattern, end: false }, pathname) !== null;
  const { productName } = clientConfig();
  const title = [nameOf(pathname, search), subject, productName, isAdmin && messages.adminPanel]
    .filter(Boolean)
    .join(' - ');
  // Not a <title> element: the document has one already, and browsers use the first.
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

function nameOf(pathname: string, search: string): string | null {
  const path =
    (Object.keys(paths) as PathName[]).find((name) => matchPath(paths[name].pattern, pathname)) ?? 'notFound';
  const view = new URLSearchParams(search).get('view');
  const name = (view !== null && VIEWS[path]?.[view]) || pageNameOf(path);
  return name && messages.pages[name];
}

const pageNameOf = (path: PathName): PageName | null =>
  path in OTHER_NAMES
    ? OTHER_NAMES[path as keyof typeof OTHER_NAMES]
    : (path as Exclude<PathName, keyof typeof OTHER_NAMES>);
