import { filesOfDebrief, filesOfPage, filesOfViewer, kilobytesOf, viewersOwnScripts } from './bundle-files.js';

describe('size of a page in kilobytes with gzip', () => {
  it.each([
    ['/', 98],
    ['/register', 108],
    ['/instructor/courses', 253],
    ['/instructor/gradebook/:sessionId', 275],
    ['/gradebook/:sessionId', 270],
    ['/instructor/gradebook/:sessionName/:scenarioShortTitle', 265],
    ['/leaderboard/:sessionId', 243],
    ['/debrief/:sessionId/room', 265],
    ['/monitor/:sessionId', 248],
    ['/admin/users', 252],
    ['/admin/organizations', 250],
    ['/admin/courses', 252],
    ['/admin/leaderboards', 247],
    ['/admin/audit', 253],
    ['/admin/system', 299],
    ['/account', 289],
    ['/play', 251],
    ['/results', 244],
  ])('%s', (pattern, limit) => {
    expect(kilobytesOf(filesOfPage(pattern))).toBeLessThanOrEqual(limit);
  });

  it('limits the debrief and the report, which the gradebook around it does not load', () => {
    expect(kilobytesOf(filesOfDebrief('debrief'))).toBeLessThanOrEqual(27);
    expect(kilobytesOf(filesOfDebrief('report'))).toBeLessThanOrEqual(32);
  });

  it('limits the play area with the viewer', () => {
    expect(kilobytesOf(filesOfViewer())).toBeLessThanOrEqual(260);
    expect(kilobytesOf(viewersOwnScripts())).toBeLessThan(60);
  });
});

it('limits the number of files of a page', () => {
  for (const pattern of ['/', '/register']) expect(filesOfPage(pattern).size).toBeLessThanOrEqual(10);
  for (const pattern of ['/instructor/courses', '/instructor/gradebook/:sessionId', '/play', '/admin/users'])
    expect(filesOfPage(pattern).size).toBeLessThanOrEqual(27);
});
