/** @jest-environment node */
import type { Browser, Page, Route } from 'playwright-core';
import type { BeginAttemptResponse } from '../../api/contracts/attempt.contract.js';
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
  let begun: BeginAttemptResponse;
  const submitted: SubmitScoreRequest[] = [];
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  /** Submits the result of the game as that of the attempt which the server saw begin. */
  async function addTicket(route: Route): Promise<void> {
    const { attemptId, ticket } = begun;
    const postData = { ...(route.request().postDataJSON() as SubmitScoreRequest), attemptId, ticket };
    submitted.push(postData);
    await route.continue({ postData });
  }

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    instructor = await signInCaller(platform.url, account('Instructor'));
    const [course] = await instructor.read<Group[]>('/groups');
    const answer = await instructor.call('PUT', `/groups/${course!.id}/activesession`);
    session = (await answer.json()) as ClassSession;
    const player = await signInCaller(platform.url, account('User'));
    await player.call('POST', '/groups/join', { code: course!.password });
    const scenarioId = '0198c0de-0001-7000-8000-000000000009';
    begun = (await (
      await player.call('POST', '/attempts', { scenarioId, sessionId: session.id })
    ).json()) as BeginAttemptResponse;
    student = await openGamePage(browser, platform.url, 1440, complaints);
    await signIn(student, platform.url, account('User'));
    await inMenu(student);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('is verified with the points that the browser computed', async () => {
    await student.route('**/api/scores', addTicket);
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
