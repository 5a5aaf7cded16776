import { filesOfPage, filesOfViewer, kilobytesOf, viewersOwnScripts } from './bundle-files.js';

describe('what a page loads, in kilobytes with gzip', () => {
  it.each([
    ['/', 98],
    ['/register', 102],
    ['/instructor/courses', 230],
    ['/instructor/gradebook/:sessionId', 238],
    ['/gradebook/:sessionId', 232],
    ['/instructor/gradebook/:sessionName/:scenarioShortTitle', 236],
    ['/leaderboard/:sessionId', 222],
    ['/monitor/:sessionId', 226],
    ['/admin/users', 230],
    ['/admin/organizations', 228],
    ['/admin/courses', 229],
    ['/admin/leaderboards', 226],
    ['/admin/audit', 231],
    ['/admin/system', 238],
    ['/account', 225],
    ['/play', 230],
  ])('%s', (pattern, limit) => {
    expect(kilobytesOf(filesOfPage(pattern))).toBeLessThanOrEqual(limit);
  });

  it('the play area with the viewer', () => {
    expect(kilobytesOf(filesOfViewer())).toBeLessThanOrEqual(238);
    expect(kilobytesOf(viewersOwnScripts())).toBeLessThan(60);
  });
});

it('loads a page in few files', () => {
  for (const pattern of ['/', '/register']) expect(filesOfPage(pattern).size).toBeLessThanOrEqual(10);
  for (const pattern of ['/instructor/courses', '/instructor/gradebook/:sessionId', '/play', '/admin/users'])
    expect(filesOfPage(pattern).size).toBeLessThanOrEqual(24);
});
