import { filesOfPage, filesOfViewer, kilobytesOf, viewersOwnScripts } from './bundle-files.js';

describe('what a page loads, in kilobytes with gzip', () => {
  it.each([
    ['/', 98],
    ['/register', 108],
    ['/instructor/courses', 241],
    ['/instructor/gradebook/:sessionId', 253],
    ['/gradebook/:sessionId', 247],
    ['/instructor/gradebook/:sessionName/:scenarioShortTitle', 248],
    ['/leaderboard/:sessionId', 235],
    ['/monitor/:sessionId', 241],
    ['/admin/users', 240],
    ['/admin/organizations', 238],
    ['/admin/courses', 240],
    ['/admin/leaderboards', 237],
    ['/admin/audit', 242],
    ['/admin/system', 290],
    ['/account', 277],
    ['/play', 243],
    ['/results', 236],
  ])('%s', (pattern, limit) => {
    expect(kilobytesOf(filesOfPage(pattern))).toBeLessThanOrEqual(limit);
  });

  it('the play area with the viewer', () => {
    expect(kilobytesOf(filesOfViewer())).toBeLessThanOrEqual(252);
    expect(kilobytesOf(viewersOwnScripts())).toBeLessThan(60);
  });
});

it('loads a page in few files', () => {
  for (const pattern of ['/', '/register']) expect(filesOfPage(pattern).size).toBeLessThanOrEqual(10);
  for (const pattern of ['/instructor/courses', '/instructor/gradebook/:sessionId', '/play', '/admin/users'])
    expect(filesOfPage(pattern).size).toBeLessThanOrEqual(27);
});
