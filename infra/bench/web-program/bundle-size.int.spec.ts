import { filesOf, kilobytesOf, LOGIN, SHELL, VIEWER, viewersOwnScripts } from './bundle-files.js';

const STAFF = [...SHELL, 'app/layouts/instructor-layout.tsx'];
const ADMIN = [...SHELL, 'app/layouts/admin-layout.tsx'];

describe('what a page loads, in kilobytes with gzip', () => {
  it.each([
    ['the login', LOGIN, 98],
    ['the registration, before its countries and card fields', ['index.html', 'app/routes/register-route.tsx'], 100],
    ['the gradebook', [...STAFF, 'app/routes/instructor-gradebook-route.tsx'], 235],
    ['the gradebook in its own tab', [...SHELL, 'app/routes/gradebook-route.tsx'], 225],
    ['the quiz responses, before their analysis', [...STAFF, 'app/routes/instructor-quiz-route.tsx'], 230],
    ['the leaderboard without its chart', [...SHELL, 'app/routes/leaderboard-route.tsx'], 190],
    ['the users page, before its dialogs', [...ADMIN, 'app/routes/users-route.tsx'], 214],
    ['the organizations page', [...ADMIN, 'app/routes/organizations-route.tsx'], 198],
    ['the courses page, before its dialogs', [...ADMIN, 'app/routes/admin-courses-route.tsx'], 205],
    ['the boards of all classes', [...ADMIN, 'app/routes/leaderboards-route.tsx'], 198],
    ['the audit, before its security events', [...ADMIN, 'app/routes/audit-route.tsx'], 201],
    ['the play area', [...SHELL, 'app/routes/play-route.tsx'], 215],
    ['the play area with the viewer', VIEWER, 215],
  ])('%s', (_, modules, limit) => {
    expect(kilobytesOf(filesOf(...modules))).toBeLessThanOrEqual(limit);
  });

  it("the viewer's own script beyond the shell", () => {
    expect(kilobytesOf(viewersOwnScripts())).toBeLessThan(60);
  });
});
