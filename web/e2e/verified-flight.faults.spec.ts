/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import type { Scorecard, SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import { type ApiCaller, signInCaller } from '../testing/api-caller.js';
import { chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { fly, inMenu, openGamePage, press, signIn } from '../testing/game-page.js';
import { type Account, type Platform, startPlatform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;

withChromium('a flight in Chromium that a worker flies again (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let instructor: ApiCaller;
  let student: Page;
  let session: ClassSession;
  const submitted: SubmitScoreRequest[] = [];
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    instructor = await signInCaller(platform.url, account('Instructor'));
    const [course] = await instructor.read<Group[]>('/groups');
    const answer = await instructor.call('PUT', `/groups/${course!.id}/activesession`);
    session = (await answer.json()) as ClassSession;
    const player = await signInCaller(platform.url, account('User'));
    await player.call('POST', '/groups/join', { code: course!.password });
    student = await openGamePage(browser, platform.url, 1440, complaints);
    await signIn(student, platform.url, account('User'));
    await inMenu(student);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('is verified with the points that the browser computed', async () => {
    student.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/scores'))
        submitted.push(request.postDataJSON() as SubmitScoreRequest);
    });
    await fly(student, 'Compete', 'Safe Retreat Under a Speed Limit');
    await press(student, 'p', 'ArrowRight', 'ArrowUp', '1', 's', 's', 's', 'p', 'Enter', '.', '.', '.');
    await student.getByRole('heading', { name: 'Goal reached' }).waitFor();
    const path = `/scores/session/${session.id}/all?includeFailedScores=true&attempts=all`;
    let attempt: Scorecard | undefined;
    while (!attempt || attempt.level === 'Witnessed') {
      await student.waitForTimeout(200);
      [attempt] = await instructor.read<Scorecard[]>(path);
    }
    expect(attempt).toMatchObject({ level: 'Verified', totalScore: submitted[0]!.totalScore });
    expect(JSON.stringify(submitted[0]!.flight).length).toBeLessThan(400);
    expect(complaints).toEqual([]);
  }, 180_000);
});
