import { Suspense, useState } from 'react';
import { createRoutesFromElements, Route, useLocation, useRoutes } from 'react-router-dom';
import { Loading } from '../shared/ui/loading.js';
import { ErrorBoundary } from './error-boundary.js';
import { prefetchPage, page, preload } from './lazy-page.js';
import { OpenedByAddress } from './opened-by-address.js';
import { paths } from './paths.js';
import { ForbiddenRoute, NotFoundRoute, ServerErrorRoute, UnauthorizedRoute } from './routes/error-routes.js';

const LoginRoute = page(() => import('./routes/login-route.js'));
const PasswordResetRoute = page(() => import('./routes/password-reset-route.js'));
const ResetPasswordRoute = page(() => import('./routes/reset-password-route.js'));
const RegisterRoute = page(() => import('./routes/register-route.js'));
const OutcomeRoute = page(() => import('./routes/outcome-route.js'));
const SignedIn = page(() => import('./layouts/signed-in.js'));
const AdminLayout = page(() => import('./layouts/admin-layout.js'));
const AdminLanding = page(() => import('./routes/admin-landing.js'));
const SystemAdminOnly = page(() => import('./layouts/system-admin-only.js'));
const UsersRoute = page(() => import('./routes/users-route.js'));
const OrganizationsRoute = page(() => import('./routes/organizations-route.js'));
const AdminCoursesRoute = page(() => import('./routes/admin-courses-route.js'));
const SandboxesRoute = page(() => import('./routes/sandboxes-route.js'));
const LeaderboardsRoute = page(() => import('./routes/leaderboards-route.js'));
const AccessCodesRoute = page(() => import('./routes/access-codes-route.js'));
const AuditRoute = page(() => import('./routes/audit-route.js'));
const SystemRoute = page(() => import('./routes/system-route.js'));
const InstructorLayout = page(() => import('./layouts/instructor-layout.js'));
const InstructorIndexRoute = page(() => import('./routes/instructor-index-route.js'));
const CoursesRoute = page(() => import('./routes/courses-route.js'));
const InstructorGradebookRoute = page(() => import('./routes/instructor-gradebook-route.js'));
const GradebookRoute = page(() => import('./routes/gradebook-route.js'));
const InstructorQuizRoute = page(() => import('./routes/instructor-quiz-route.js'));
const QuizRoute = page(() => import('./routes/quiz-route.js'));
const MonitorRoute = page(() => import('./routes/monitor-route.js'));
const LeaderboardRoute = page(() => import('./routes/leaderboard-route.js'));
const DebriefRoomRoute = page(() => import('./routes/debrief-room-route.js'));
const AccountRoute = page(() => import('./routes/account-route.js'));
const EmailLinkRoute = page(() => import('./routes/email-link-route.js'));
const ResultsRoute = page(() => import('./routes/results-route.js'));
const OwnDebriefRoute = page(() => import('./routes/own-debrief-route.js'));
const PlayRoute = page(() => import('./routes/play-route.js'));

/** All pages by path. All except the error pages are loaded when they are first shown. */
const routes = createRoutesFromElements(
  <>
    <Route path={paths.login.pattern} element={<LoginRoute preload={(path) => preload(routes, path)} />} />
    <Route path={paths.passwordReset.pattern} element={<PasswordResetRoute />} />
    <Route path={paths.resetPassword.pattern} element={<ResetPasswordRoute />} />
    <Route path={paths.confirmEmail.pattern} element={<EmailLinkRoute kind="confirm" />} />
    <Route path={paths.restoreEmail.pattern} element={<EmailLinkRoute kind="restore" />} />
    <Route path={paths.register.pattern} element={<RegisterRoute />} />
    <Route path={paths.success.pattern} element={<OutcomeRoute page="success" />} />
    <Route path={paths.failed.pattern} element={<OutcomeRoute page="failed" />} />
    <Route element={<SignedIn onStart={(client) => prefetchPage(routes, window.location.pathname, client)} />}>
      <Route path={paths.account.pattern} element={<AccountRoute />} />
      <Route path={paths.results.pattern} element={<ResultsRoute />} />
      <Route path={paths.ownDebrief.pattern} element={<OwnDebriefRoute />} />
      <Route path={paths.play.pattern} element={<PlayRoute />} />
      <Route path={paths.leaderboard.pattern} element={<LeaderboardRoute />} />
      <Route path={paths.debriefRoom.pattern} element={<DebriefRoomRoute />} />
      <Route path={paths.monitor.pattern} element={<MonitorRoute />} />
      <Route path={paths.gradebook.pattern} element={<GradebookRoute />} />
      <Route path={paths.quiz.pattern} element={<QuizRoute />} />
      <Route path={paths.admin.pattern} element={<AdminLayout />}>
        <Route index element={<AdminLanding />} />
        <Route path={paths.adminUsers.pattern} element={<UsersRoute />} />
        <Route path={paths.adminCourses.pattern} element={<AdminCoursesRoute />} />
        <Route element={<SystemAdminOnly />}>
          <Route path={paths.adminOrganizations.pattern} element={<OrganizationsRoute />} />
          <Route path={paths.adminSandboxes.pattern} element={<SandboxesRoute />} />
          <Route path={paths.adminLeaderboards.pattern} element={<LeaderboardsRoute />} />
          <Route path={paths.adminPermissions.pattern} element={<AccessCodesRoute />} />
          <Route path={paths.adminAudit.pattern} element={<AuditRoute />} />
          <Route path={paths.adminSystem.pattern} element={<SystemRoute />} />
        </Route>
      </Route>
      <Route path={paths.instructor.pattern} element={<InstructorLayout />}>
        <Route index element={<InstructorIndexRoute />} />
        <Route path={paths.instructorCourses.pattern} element={<CoursesRoute />} />
        <Route path={paths.instructorGradebook.pattern} element={<InstructorGradebookRoute />} />
        <Route path={paths.instructorQuiz.pattern} element={<InstructorQuizRoute />} />
      </Route>
    </Route>
    <Route path={paths.unauthorized.pattern} element={<UnauthorizedRoute />} />
    <Route path={paths.forbidden.pattern} element={<ForbiddenRoute />} />
    <Route path={paths.serverError.pattern} element={<ServerErrorRoute />} />
    <Route path="*" element={<NotFoundRoute />} />
  </>,
);

/** Loads a page and its frames in parallel, instead of each after the one around it is shown. */
export const preloadPage = (path: string): Promise<void> => preload(routes, path);

export function AppRoutes() {
  const location = useLocation();
  const [first] = useState(location);
  const { pathname } = location;
  void preloadPage(pathname);
  return (
    <ErrorBoundary path={pathname}>
      <OpenedByAddress value={location === first}>
        <Suspense fallback={<Loading />}>{useRoutes(routes)}</Suspense>
      </OpenedByAddress>
    </ErrorBoundary>
  );
}
