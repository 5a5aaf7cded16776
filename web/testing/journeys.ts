import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import { type ApiCaller, signInCaller } from './api-caller.js';
import { DrivenPage } from './drivers/driven-page.js';
import type { PageDriver } from './drivers/page-driver.js';
import { type Account, type Platform, startPlatform } from './platform.js';
import { signInPlayer } from './player.js';
import { SINGLE_THREADED_BUILDS, THREADED_BUILDS } from './unity-builds/build-kinds.js';
import { InstalledBuild } from './unity-builds/installed-build.js';
import type { TestGame } from './unity-builds/test-game.js';
import { writeTestBuild } from './unity-builds/write-test-build.js';

const TRAINING_BUILD = resolve('dist/web/unitybuild');
const STUDENTS = 24;
const QUIZ = 'Rules of Proximity Operations';
const FLIGHT = 'Inspection Fly-around';
/** Canvas colour after the WebAssembly module of a test build has computed 5. */
const PAINTED = [10, 60, 100, 255];

const DESKTOP = [1440, 900] as const;
const PHONES = [
  [390, 844],
  [844, 390],
] as const;

declare const testGame: TestGame;

/** Runs in the page. Returns true when none of these quiz texts is cut off, covered or off screen. */
function areShown(texts: string[]): boolean {
  const sheet = document.querySelector('.sheet')!;
  if (sheet.scrollWidth > sheet.clientWidth) return false;
  const labels = [...sheet.querySelectorAll('.answers label')];
  return texts.every((text) => {
    const label = labels.find(({ textContent }) => textContent === text)!;
    const { left, right, top, bottom } = label.getBoundingClientRect();
    return [
      [left + 2, top + 2],
      [right - 2, bottom - 2],
    ].every(([x, y]) => label.contains(document.elementFromPoint(x!, y!)));
  });
}

/** Tests the main journeys and every kind of game build in one browser, with one platform. */
export function testJourneys(openBrowser: () => Promise<PageDriver>): void {
  const game = new InstalledBuild((folder) => cpSync(TRAINING_BUILD, folder, { recursive: true }));
  let platform: Platform;
  let page: DrivenPage;
  let scenarios: Scenario[];
  /** The first scenarios of the gradebook that are not quizzes. */
  let flights: Scenario[];
  const students: { account: Account; player: Awaited<ReturnType<typeof signInPlayer>> }[] = [];
  let instructor: ApiCaller;
  let courseId: string;
  let session: ClassSession;

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  async function signIn({ username, password }: Account): Promise<void> {
    await page.driver.open(`${platform.url}/`);
    await page.typeInto({ label: 'Username' }, username);
    await page.typeInto({ label: 'Password' }, password);
    await page.press('Enter');
  }

  const playAll = (scenario: Scenario, share: number) =>
    Promise.all(students.map(({ player }) => player.play(session.id, scenario, share)));

  beforeAll(async () => {
    platform = await startPlatform({ UNITY_BUILD_DIR: game.folder });
    page = new DrivenPage(await openBrowser());
    await page.driver.resize(...DESKTOP);
    instructor = await signInCaller(platform.url, account('Instructor'));
    const [course] = await instructor.read<Group[]>('/groups');
    courseId = course!.id;
    const accounts = platform.accounts.filter(({ role }) => role === 'User').slice(0, STUDENTS);
    for (const each of accounts) {
      const player = await signInPlayer(platform.url, each);
      await player.join(course!.password!);
      students.push({ account: each, player });
    }
    scenarios = await (await signInPlayer(platform.url, account('Instructor'))).scenarios();
    flights = scenarios.filter(({ scenarioType }) => scenarioType !== 'Quiz');
  }, 120_000);

  afterAll(async () => {
    await page?.driver.close();
    await platform?.stop();
    game.remove();
  });

  it('signs an instructor in', async () => {
    await signIn(account('Instructor'));
    await page.find({ role: 'heading', name: /^Gradebook for / });
  });

  it('keeps the other parts of a date while one part changes, even through a nonexistent day', async () => {
    const planned = new Date(2027, 0, 31, 9, 15);
    await instructor.call('PUT', `/groups/${courseId}/scheduledsession`, { scheduledStartDate: planned.toISOString() });
    await page.driver.open(`${platform.url}/instructor/courses`);
    await page.click({ role: 'button', name: /^Change the scheduled start/ });
    await page.find({ label: 'Start date' });
    await page.driver.run(() => document.querySelector<HTMLInputElement>('[type=datetime-local]')!.focus());
    // The month comes first. Firefox moves on to the day by itself and WebKit does not; left and right reach it in both.
    await page.press('Backspace');
    await page.driver.type('2');
    await page.press('ArrowLeft', 'ArrowRight');
    await page.driver.type('28');
    await page.waitFor('the date is 28 February', () => {
      return document.querySelector<HTMLInputElement>('[type=datetime-local]')!.value === '2027-02-28T09:15';
    });
    await page.press('Escape');
  });

  it('keeps names and averages in place while results change in a horizontally scrolled gradebook', async () => {
    session = (await (await instructor.call('PUT', `/groups/${courseId}/activesession`)).json()) as ClassSession;
    for (const flight of flights) await playAll(flight, 0.8);
    await page.driver.open(`${platform.url}/instructor/gradebook/${session.id}`);
    await page.find({ text: students[0]!.account.username });
    await page.find({ text: 'Live' });
    const scrolled = await page.driver.run(() => {
      const box = [...document.querySelectorAll(':has([role=rowheader]), [role=grid]')].find(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 300,
      )!;
      box.scrollLeft = 500;
      box.id = 'scrolled-gradebook';
      return box.scrollLeft;
    });
    expect(scrolled).toBe(500);
    // The changed column is out of view and does not change the average, so the rest of the row is not laid out again.
    for (const { player } of students) await player.play(session.id, flights[0]!, 0.81);
    await page.waitFor(
      'every row shows the changed result',
      (count) =>
        [...document.querySelectorAll('[role=gridcell]')].filter((cell) => cell.textContent.includes('81%')).length >=
        count,
      14,
    );
    const displaced = await page.driver.run(() => {
      const start = document.querySelector('#scrolled-gradebook')!.getBoundingClientRect().left;
      return [...document.querySelectorAll('[role=rowheader]')].flatMap((name) =>
        Math.abs(name.getBoundingClientRect().left - start) < 2 ? [] : [name.textContent],
      );
    });
    expect(displaced).toEqual([]);
  });

  it('shows that the connection is lost, and shows the changes once the platform is back', async () => {
    await platform.kill();
    await page.find({ text: /^(Reconnecting…|Offline)$/ });
    await platform.startAgain();
    await page.find({ text: 'Live' });
    await students[0]!.player.play(session.id, flights[2]!, 0.93);
    await page.waitFor('the gradebook shows 93%', () => document.body.textContent.includes('93%'));
  });

  it('underlines selectable people in the audit', async () => {
    await page.driver.open('about:blank');
    await signIn(account('SystemAdmin'));
    await page.find({ role: 'link', name: 'Audit' });
    await page.click({ role: 'link', name: 'Audit' });
    await page.waitFor('every selectable name is underlined', () => {
      const names = [...document.querySelectorAll('tbody button')].filter(({ textContent }) => textContent !== '');
      return names.length > 0 && names.every((name) => getComputedStyle(name).textDecorationLine === 'underline');
    });
  });

  it('completes a quiz', async () => {
    await signIn(students[0]!.account);
    await page.click({ role: 'tab', name: 'Compete' });
    await page.click({ role: 'button', name: new RegExp(QUIZ) });
    const { questions } = scenarios.find(({ scenarioTitle }) => scenarioTitle === QUIZ)!;
    const options = questions[0]!.answers.map(({ answerText }) => answerText);
    for (const [width, height] of PHONES) {
      await page.driver.resize(width, height);
      await page.waitFor(`all answers are visible at ${width} x ${height}`, areShown, options);
    }
    await page.driver.resize(...DESKTOP);
    // Otherwise WebKit draws black radio buttons on the game's black background.
    await page.waitFor(
      'radio buttons are drawn for a dark page',
      () => getComputedStyle(document.querySelector('.answers input')!).colorScheme === 'dark',
    );
    for (const [index, { answers }] of questions.entries()) {
      for (const { answerText, correct } of answers) if (correct) await page.click({ label: answerText });
      await page.click({ role: 'button', name: index < questions.length - 1 ? 'Next' : 'Finish' });
    }
    await page.find({ role: 'heading', name: 'Passed' });
    await page.find({ text: 'Your result has been submitted.' });
  });

  it('completes a flight', async () => {
    await page.click({ role: 'button', name: 'Menu' });
    await page.click({ role: 'tab', name: 'Compete' });
    await page.click({ role: 'button', name: new RegExp(FLIGHT) });
    await page.click({ role: 'button', name: 'Start' });
    await page.find({ role: 'button', name: 'Leave' });
    await page.driver.resize(...PHONES[0]);
    await page.waitFor('no row of controls needs sideways scrolling', () => {
      return [...document.querySelectorAll('.bar, .screen')].every(
        ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
      );
    });
    await page.driver.resize(...DESKTOP);
    // Exceeds the speed limit.
    await page.driver.type('3');
    await page.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await page.find({ role: 'button', name: 'Fly again' });
    await page.find({ text: 'Your result has been submitted.' });
  });

  it.each([...SINGLE_THREADED_BUILDS, ...THREADED_BUILDS])('plays a Unity build: $productName', async (build) => {
    await page.driver.open('about:blank');
    await game.replace(platform.url, (folder) => writeTestBuild(folder, build));
    await page.driver.open(`${platform.url}/play`);
    await page.waitFor('the game has started', () => 'testGame' in window && testGame.messages.length > 1);
    const observed = await page.driver.run(() => {
      const { title, sum, shared } = testGame;
      const pen = document.querySelector('canvas')!.getContext('2d')!;
      return { title, sum, shared, painted: [...pen.getImageData(1, 1, 1, 1).data] };
    });
    const shared = build.threads ? 10 : null;
    expect(observed).toEqual({ title: build.productName, sum: 5, shared, painted: PAINTED });
  });
}
