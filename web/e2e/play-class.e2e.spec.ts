/** @jest-environment node */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import type { Scorecard } from '../../api/contracts/score.contract.js';
import { type ApiCaller, signInCaller } from '../testing/api-caller.js';
import { accessibilityViolations, chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { choose, fly, inMenu, openGamePage, press, signIn, untilFlying } from '../testing/game-page.js';
import { type Account, type Platform, startPlatform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const TITLE = 'Inspection Fly-around';
const QUIZ = 'Rules of Proximity Operations';

interface RunningClass {
  code: string;
  courseId: string;
  session: ClassSession;
}

withChromium('the class of an attempt, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let instructor: ApiCaller;
  let student: Page;
  let first: RunningClass;
  let second: RunningClass;
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  async function startClass({ id, password }: Pick<Group, 'id' | 'password'>): Promise<RunningClass> {
    const answer = await instructor.call('PUT', `/groups/${id}/activesession`);
    return { code: password!, courseId: id, session: (await answer.json()) as ClassSession };
  }

  /** Joins a course as a student, beside the running game. */
  async function join({ code, session }: RunningClass): Promise<void> {
    await student.getByRole('button', { name: /^Join (another )?course$/ }).click();
    await student.getByLabel('Access Code').fill(code);
    await student.keyboard.press('Enter');
    await student.getByText(`You joined ${session.name}.`).waitFor();
  }

  /** Exceeds the speed limit, and waits until the platform has the result. */
  async function fail(): Promise<void> {
    await press(student, '3', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await student.getByText('Your result has been submitted.').waitFor();
  }

  /** Waits until the read models contain as many attempts of both classes as expected. */
  const expectAttempts = async (...expected: [ofFirst: number, ofSecond: number]): Promise<void> => {
    let found: number[] = [];
    for (let tries = 0; tries < 50 && String(found) !== String(expected); tries += 1) {
      found = await Promise.all([first, second].map(attemptsOf));
      await delay(100);
    }
    expect(found).toEqual(expected);
  };

  const attemptsOf = async ({ session }: RunningClass): Promise<number> => {
    const path = `/scores/session/${session.id}/all?includeFailedScores=true&attempts=all`;
    return (await instructor.read<Scorecard[]>(path)).length;
  };

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    instructor = await signInCaller(platform.url, account('Instructor'));
    const [course] = await instructor.read<Group[]>('/groups');
    first = await startClass(course!);
    const admin = await signInCaller(platform.url, account('SystemAdmin'));
    await admin.call('POST', '/groups', { name: 'Orbits 201', ownerId: course!.ownerId });
    const courses = await admin.read<Group[]>('/groups');
    second = await startClass(courses.find(({ name }) => name === 'Orbits 201')!);
    student = await openGamePage(browser, platform.url, 1440, complaints);
    await signIn(student, platform.url, account('User'));
    await student.waitForURL('**/play');
    await inMenu(student);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('is the class joined before the start, and stays so when another one is joined during the flight', async () => {
    await join(first);
    await student.getByText(`results count for ${first.session.name}`).waitFor();
    await choose(student, 'Compete', TITLE);
    await student.getByText(`Results count for ${first.session.name}.`).waitFor();
    await student.getByRole('button', { name: 'Start', exact: true }).click();
    await untilFlying(student);
    await join(second);
    await student
      .getByText(`Results now go to ${second.session.name}. This flight still counts for ${first.session.name}.`)
      .waitFor();
    await student.locator('canvas').focus();
    await fail();
    await expectAttempts(1, 0);
  }, 120_000);

  it('is the newly joined class when the flight is started again, without a reload', async () => {
    await student.getByRole('button', { name: 'Fly again' }).click();
    await student.getByText(`Results count for ${second.session.name}.`).waitFor();
    await fail();
    await expectAttempts(1, 1);
  }, 120_000);

  it('ends during a flight, which the game shows; the next attempt belongs to the class that still runs', async () => {
    await student.getByRole('button', { name: 'Menu' }).click();
    await fly(student, 'Compete', TITLE);
    await instructor.call('DELETE', `/groups/${second.courseId}/activesession`);
    await student.getByText(`${second.session.name} has ended, or you have left it.`, { exact: false }).waitFor();
    await student.getByRole('button', { name: 'Leave', exact: true }).click();
    await student.getByRole('button', { name: 'Leave the flight' }).click();
    await choose(student, 'Compete', QUIZ);
    await student.getByText(`Results count for ${first.session.name}.`).waitFor();
  }, 120_000);

  it('explains a wrong answer of the quiz, and submits the result', async () => {
    for (const name of ['Next', 'Next', 'Next', 'Finish']) {
      await student.getByRole('radio').first().check();
      await student.getByRole('button', { name }).click();
    }
    await student.getByText('Your result has been submitted.').waitFor();
    await student.getByText('Slowing down reduces the danger at once', { exact: false }).waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
    await expectAttempts(2, 1);
  }, 120_000);

  it('produces no errors on any page, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});
