/** @jest-environment node */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { ClassSession, Group } from '../../api/contracts/group.contract.js';
import type { Recording } from '../../api/contracts/recording.contract.js';
import { type ApiCaller, signInCaller } from '../testing/api-caller.js';
import {
  accessibilityViolations,
  textsInBrowserFont,
  chromiumPath,
  holdBack,
  launchBrowser,
} from '../testing/browser.js';
import { signIn } from '../testing/game-page.js';
import { type Account, type Platform, startPlatform } from '../testing/platform.js';
import { signInPlayer } from '../testing/player.js';

const withChromium = chromiumPath() ? describe : describe.skip;
/** More than fit into a window for the room. */
const STUDENTS = 20;
const NOTES = ['Everybody is stuck', 'Ask why the lead changed'] as const;

withChromium('the debrief of a class, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let room: Page;
  let session: ClassSession;
  let quiz: Scenario;
  /** Everything that names the students and the instructor. */
  let names: string[];
  const complaints: string[] = [];

  const accountsOf = (role: string): Account[] => platform.accounts.filter((account) => account.role === role);
  const slider = (): Promise<string> =>
    page.getByRole('slider', { name: 'Moment of the class' }).getAttribute('aria-valuetext').then(String);

  /** Waits until the time bar says this. */
  const shows = (text: string): Promise<void> =>
    page.locator(`input[type=range][aria-valuetext*="${text}"]`).waitFor({ state: 'attached' });

  async function startClass(instructor: ApiCaller): Promise<void> {
    const [course] = await instructor.read<Group[]>('/groups');
    session = (await (await instructor.call('PUT', `/groups/${course!.id}/activesession`)).json()) as ClassSession;
    const scenarios = await (await signInPlayer(platform.url, accountsOf('Instructor')[0]!)).scenarios();
    const flight = scenarios.find((each) => each.campaignType === 'Compete' && each.scenarioType === 'Default')!;
    quiz = scenarios.find((each) => each.scenarioType === 'Quiz')!;
    for (const [place, account] of accountsOf('User').slice(0, STUDENTS).entries()) {
      const student = await signInPlayer(platform.url, account);
      await student.join(course!.password!);
      if (place > 1) continue;
      await student.play(session.id, flight, 0.6 + place / 10);
      await student.answer(session.id, quiz, place === 0);
    }
  }

  /** Waits until the recording has all results, and returns it. */
  async function recordingOf(instructor: ApiCaller): Promise<Recording> {
    for (let tries = 0; ; tries += 1) {
      const recording = await instructor.read<Recording>(`/sessions/${session.id}/recording`);
      if (recording.attempts.length === 4 || tries === 50) return recording;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  beforeAll(async () => {
    platform = await startPlatform();
    const [account] = accountsOf('Instructor');
    const instructor = await signInCaller(platform.url, account!);
    await startClass(instructor);
    for (const note of NOTES) {
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expect((await instructor.call('POST', `/sessions/${session.id}/bookmarks`, { note })).status).toBe(201);
    }
    const { people, attempts } = await recordingOf(instructor);
    expect(attempts).toHaveLength(4);
    names = people.flatMap(([, username, firstName, lastName]) => [username, firstName, lastName]).filter(Boolean);
    await instructor.call('DELETE', `/groups/${session.groupId}/activesession`);
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.on('page', (opened) => {
      opened.setDefaultTimeout(15_000);
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== platform.url) complaints.push(`request to ${origin}`);
      });
    });
    page = await context.newPage();
    await signIn(page, platform.url, account!);
    await page.waitForURL('**/instructor/**');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('moves by the keyboard', async () => {
    await page.goto(`${platform.url}/instructor/gradebook/${session.id}?view=debrief`);
    await page.getByRole('slider', { name: 'Moment of the class' }).focus();
    const end = await slider();
    await page.keyboard.press('PageDown');
    await shows('0:00:00 after the start');
    await page.keyboard.press('PageUp');
    await page.locator(`input[type=range][aria-valuetext="${end}"]`).waitFor({ state: 'attached' });
    await page.keyboard.press('PageDown');
    await shows('0:00:00 after the start');
    expect(await accessibilityViolations(page)).toEqual([]);
  }, 60_000);

  it('moves to where the slider is clicked and dragged', async () => {
    const bar = page.getByRole('slider', { name: 'Moment of the class' });
    const share = () => bar.evaluate((input: HTMLInputElement) => Number(input.value) / Number(input.max));
    const { x, y, width, height } = (await bar.boundingBox())!;
    const at = (part: number) => [x + width * part, y + height / 2] as const;
    await page.mouse.click(...at(0.75));
    expect(await share()).toBeCloseTo(0.75, 1);
    await page.mouse.down();
    await page.mouse.move(...at(0.5), { steps: 3 });
    await page.mouse.move(...at(0.25), { steps: 3 });
    await page.mouse.up();
    expect(await share()).toBeCloseTo(0.25, 1);
    const dragged = await slider();
    await page.mouse.click(...at(0.5));
    await page.locator(`input[type=range]:not([aria-valuetext="${dragged}"])`).waitFor({ state: 'attached' });
  }, 60_000);

  it('walks through the bookmarks, forward, back, and by the list', async () => {
    const [first, second] = NOTES;
    await page.getByRole('button', { name: 'Next bookmark' }).click();
    await page.getByText(`Bookmark 1 of 2: ${first}`).waitFor();
    await page.getByRole('button', { name: 'Next bookmark' }).click();
    await page.getByText(`Bookmark 2 of 2: ${second}`).waitFor();
    await page.getByRole('button', { name: 'Previous bookmark' }).click();
    await page.getByText(`Bookmark 1 of 2: ${first}`).waitFor();
    await page.getByRole('button', { name: 'Show bookmarks' }).click();
    await page.getByRole('button', { name: second }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[aria-current=true]', { hasText: second }).waitFor();
    await shows(second);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await textsInBrowserFont(page)).toEqual([]);
  }, 60_000);

  it('shows how the answers stood, question by question', async () => {
    await page.getByRole('button', { name: 'Questions', exact: true }).click();
    const table = page.getByRole('table', { name: 'Questions, most missed first' });
    await table.getByText('2 of 2').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('slider', { name: 'Moment of the class' }).press('PageDown');
    await page.getByText('No answers until this moment').waitFor();
  }, 60_000);

  it('opens a window for the room, which shows the same moment and view', async () => {
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'For the room' }).click();
    room = await opening;
    await room.getByText('0:00:00 after the start').waitFor();
    await room.getByText('No answers until this moment').waitFor();
    await page.getByText('The room shows Questions.').waitFor();
    await page.getByRole('button', { name: NOTES[1] }).click();
    await shows(NOTES[1]);
    const [, clock] = (await slider()).split(', ');
    await room.getByText(clock!).waitFor();
    await room.getByRole('heading', { name: quiz.questions[0]!.questionText }).waitFor();
    for (const [view, region] of [
      ['Leaderboard', 'Leaderboard'],
      ['Progress', 'Progress'],
    ] as const) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await room.getByRole('region', { name: region }).waitFor();
      expect(await accessibilityViolations(room)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByText('Only you see this view. The room still shows Progress.').waitFor();
    await page.getByLabel('Speed').selectOption('1×');
    await page.getByRole('slider', { name: 'Moment of the class' }).press('PageDown');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await room.getByText('Playing at 1×').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
  }, 60_000);

  it('shows the room the part of the lanes that the instructor shows', async () => {
    await page.getByRole('button', { name: 'Lanes', exact: true }).click();
    await room.waitForURL((url) => url.searchParams.get('show') === VIEWS.Lanes);
    const lanes = page.getByRole('slider', { name: 'Lanes' });
    // Nothing in a room can be operated, so its lanes have no roles.
    const first = room.locator('ol > li').first();
    const name = await first.innerText();
    await lanes.press('End');
    await first.filter({ hasNotText: name }).waitFor();
    await lanes.press('Home');
    await first.filter({ hasText: name }).waitFor();
  }, 60_000);

  it('shows the room no name', async () => {
    expect(names.length).toBeGreaterThanOrEqual(6);
    for (const view of ['Lanes', 'Leaderboard', 'Progress', 'Questions']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await room.waitForURL((url) => url.searchParams.get('show') === VIEWS[view]);
      const text = await room.evaluate(
        () => `${document.title} ${location.href} ${document.documentElement.outerHTML}`,
      );
      expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
    }
  }, 60_000);

  it('tells the room that its window was closed', async () => {
    await page.getByRole('slider', { name: 'Moment of the class' }).press('PageUp');
    await room.getByRole('heading', { name: quiz.questions[0]!.questionText }).waitFor();
    await page.close();
    await room.getByText('The window of the instructor is closed.', { exact: false }).waitFor();
    expect(await room.getByRole('button').count()).toBe(0);
  }, 60_000);

  it('scrolls by the keyboard what does not fit into the window of the room', async () => {
    await room.setViewportSize({ width: 1280, height: 360 });
    const view = room.getByRole('region', { name: 'View of the room' });
    await view.focus();
    await room.keyboard.press('End');
    await room.waitForFunction((element) => element.scrollTop > 0, await view.elementHandle());
    expect(await accessibilityViolations(room)).toEqual([]);
  }, 60_000);

  it('keeps the leaderboard in place while the controls of the staff load', async () => {
    const board = await context.newPage();
    const release = await holdBack(board, /\/staff-leaderboard-tools-[^/]*\.js$/);
    await board.goto(`${platform.url}/leaderboard/${session.id}`);
    const table = board.getByRole('table').first();
    await table.waitFor();
    const before = await table.boundingBox();
    release();
    await board.getByRole('button', { name: 'Names', exact: true }).waitFor();
    expect(before).toMatchObject({ y: expect.any(Number) as number });
    expect((await table.boundingBox())?.y).toBe(before?.y);
  }, 60_000);

  it('produces no errors, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});

/** The values of `show` in the address of a room. */
const VIEWS: Readonly<Record<string, string>> = {
  Lanes: 'lanes',
  Leaderboard: 'board',
  Progress: 'progress',
  Questions: 'questions',
};
