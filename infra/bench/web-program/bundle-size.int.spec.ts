import { filesOfPage, filesOfViewer, kilobytesOf, viewersOwnScripts } from './bundle-files.js';

describe('what a page loads, in kilobytes with gzip', () => {
  it.each([
    ['/', 98],
    ['/register', 108],
    ['/instructor/courses', 238],
    ['/instructor/gradebook/:sessionId', 249],
    ['/gradebook/:sessionId', 244],
    ['/instructor/gradebook/:sessionName/:scenarioShortTitle', 245],
    ['/leaderboard/:sessionId', 232],
    ['/monitor/:sessionId', 238],
    ['/admin/users', 237],
    ['/admin/organizations', 235],
    ['/admin/courses', 237],
    ['/admin/leaderboards', 234],
    ['/admin/audit', 239],
    ['/admin/system', 287],
    ['/account', 275],
    ['/play', 240],
    ['/results', 233],
  ])('%s', (pattern, limit) => {
    expect(kilobytesOf(filesOfPage(pattern))).toBeLessThanOrEqual(limit);
  });

  it('the play area with the viewer', () => {
    expect(kilobytesOf(filesOfViewer())).toBeLessThanOrEqual(249);
    expect(kilobytesOf(viewersOwnScripts())).toBeLessThan(60);
  });
});

it('loads a page in few files', () => {
  for (const pattern of ['/', '/register']) expect(filesOfPage(pattern).size).toBeLessThanOrEqual(10);
  for (const pattern of ['/instructor/courses', '/instructor/gradebook/:sessionId', '/play', '/admin/users'])
    expect(filesOfPage(pattern).size).toBeLessThanOrEqual(27);
});
