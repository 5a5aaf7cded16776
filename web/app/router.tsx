import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '../shared/ui/loading.js';
import { ErrorBoundary } from './error-boundary.js';
import { paths } from './paths.js';
import { ForbiddenRoute, NotFoundRoute, ServerErrorRoute, UnauthorizedRoute } from './routes/error-routes.js';

const LoginRoute = lazy(() => import('./routes/login-route.js'));
const PasswordResetRoute = lazy(() => import('./routes/password-reset-route.js'));
const ResetPasswordRoute = lazy(() => import('./routes/reset-password-route.js'));
const RegisterRoute = lazy(() => import('./routes/register-route.js'));
const OutcomeRoute = lazy(() => import('./routes/outcome-route.js'));
const SignedIn = lazy(() => import('./layouts/signed-in.js'));
const AdminLayout = lazy(() => import('./layouts/admin-layout.js'));
const AdminLanding = lazy(() => import('./routes/admin-landing.js'));
const SystemAdminOnly = lazy(() => import('./layouts/system-admin-only.js'));
const UsersRoute = lazy(() => import('./routes/users-route.js'));
const OrganizationsRoute = lazy(() => import('./routes/organizations-route.js'));
const AdminCoursesRoute = lazy(() => import('./routes/admin-courses-route.js'));
const SandboxesRoute = lazy(() => import('./routes/sandboxes-route.js'));
const LeaderboardsRoute = lazy(() => import('./routes/leaderboards-route.js'));
const AccessCodesRoute = lazy(() => import('./routes/access-codes-route.js'));
const AuditRoute = lazy(() => import('./routes/audit-route.js'));
const SystemRoute = lazy(() => import('./routes/system-route.js'));
const InstructorLayout = lazy(() => import('./layouts/instructor-layout.js'));
const InstructorIndexRoute = lazy(() => import('./routes/instructor-index-route.js'));
const CoursesRoute = lazy(() => import('./routes/courses-route.js'));
const InstructorGradebookRoute = lazy(() => import('./routes/instructor-gradebook-route.js'));
const GradebookRoute = lazy(() => import('./routes/gradebook-route.js'));
const InstructorQuizRoute = lazy(() => import('./routes/instructor-quiz-route.js'));
const QuizRoute = lazy(() => import('./routes/quiz-route.js'));
const MonitorRoute = lazy(() => import('./routes/monitor-route.js'));
const LeaderboardRoute = lazy(() => import('./routes/leaderboard-route.js'));
const PlayRoute = lazy(() => import('./routes/play-route.js'));

/** Every page by its path; all but the errors are loaded when they are first shown. */
export function AppRoutes() {
  return (
    <ErrorBoundary path={useLocation().pathname}>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route path={paths.login.pattern} element={<LoginRoute />} />
          <Route path={paths.passwordReset.pattern} element={<PasswordResetRoute />} />
          <Route path={paths.resetPassword.pattern} element={<ResetPasswordRoute />} />
          <Route path={paths.register.pattern} element={<RegisterRoute />} />
          <Route path={paths.success.pattern} element={<OutcomeRoute page="success" />} />
          <Route path={paths.failed.pattern} element={<OutcomeRoute page="failed" />} />
          <Route element={<SignedIn />}>
            <Route path={paths.play.pattern} element={<PlayRoute />} />
            <Route path={paths.leaderboard.pattern} element={<LeaderboardRoute />} />
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
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
