/** @jest-environment node */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { accessibilityViolations, chromiumPath, launchBrowser, printed } from '../testing/browser.js';
import { startPlatform, type Account, type Platform } from '../testing/platform.js';
import { signInPlayer } from '../testing/player.js';

/** Returns the number of students whose rows are fully visible without scrolling. */
const studentsInSight = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate((grid) => {
    const { top } = grid.getBoundingClientRect();
    const end = Math.min(top + grid.clientTop + grid.clientHeight, innerHeight);
    const begin = grid.querySelector('[role=rowgroup]')!.getBoundingClientRect().bottom;
    const rows = [...grid.querySelectorAll('[role=rowgroup]:last-child > [role=row]')];
    return rows.map((row) => row.getBoundingClientRect()).filter((row) => row.top >= begin - 1 && row.bottom <= end)
      .length;
  });

const withChromium = chromiumPath() ? describe : describe.skip;

withChromium('from the first sign-in to the live gradebook, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let instructor: Page;
  let student: Page;
  let code: string;
  let sessionId: string;
  let scenarios: Scenario[];
  let played: Scenario;
  const complaints: string[] = [];
  let isAway = false;

  const account = (role: string, index = 0): Account => {
    const found = platform.accounts.filter((candidate) => candidate.role === role)[index];
    if (!found) throw new Error(`No demo account ${index} with the role ${role}.`);
    return found;
  };

  /** Opens a page and records forbidden behaviour: errors, and requests to other origins. */
  async function openPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isOfNetwork = isAway && message.text().includes('ERR_INTERNET_DISCONNECTED');
      if (message.type() === 'error' && !isOfNetwork) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== platform.url) complaints.push(`request to ${origin}`);
    });
    return page;
  }

  async function signIn(page: Page, { username, password }: Account): Promise<void> {
    await page.goto(platform.url);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
  }

  const cellsOf = (username: string) => instructor.getByRole('row').filter({ hasText: username }).getByRole('gridcell');
  /** Returns a student's cell of a scenario. Average and number of finished scenarios come before it. */
  const cellOf = (username: string, index: number) => cellsOf(username).nth(index + 2);

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
    instructor = await openPage(await browser.newContext({ viewport: { width: 1440, height: 900 } }));
    student = await openPage(await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' }));
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('lets the instructor sign in and start a class', async () => {
    await signIn(instructor, account('Instructor'));
    // The demo has ended classes; instructors first see the last one.
    await instructor.waitForURL('**/instructor/gradebook/*');
    await instructor.getByRole('link', { name: 'Courses' }).click();
    await instructor.getByRole('button', { name: 'Schedule/Start New Class of Rendezvous Fundamentals' }).click();
    await instructor.getByRole('dialog').getByRole('button', { name: 'Start Now' }).click();
    await instructor.getByRole('table', { name: 'Courses' }).getByText('Active', { exact: true }).waitFor();
    await instructor.getByText(/^Started on/).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('link', { name: 'Instructor', exact: true }).click();
    await instructor.waitForURL('**/instructor/gradebook/*');
    await instructor.getByText('No Students Enrolled').waitFor();
    sessionId = new URL(instructor.url()).pathname.split('/').at(-1) ?? '';
    code = (await instructor.getByRole('main').locator('dt:has-text("Access Code ID") + dd').textContent()) ?? '';
    expect(code).toMatch(/^\w{6}$/);
  });

  it('shows a student immediately after joining with the code', async () => {
    const { username } = account('User');
    await signIn(student, account('User'));
    await student.waitForURL('**/play');
    await student.getByRole('button', { name: /^Join (another )?course$/ }).click();
    await student.getByLabel('Access Code').fill(code);
    await student.keyboard.press('Enter');
    await student.getByRole('heading', { name: 'Leaderboard' }).waitFor();
    await instructor.getByRole('rowheader', { name: username }).waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
  });

  it('updates the gradebook and the leaderboard when scores arrive', async () => {
    const first = await signInPlayer(platform.url, account('User'));
    const second = await signInPlayer(platform.url, account('User', 1));
    await second.join(code);
    scenarios = await (await signInPlayer(platform.url, account('Instructor'))).scenarios();
    const compete = scenarios.findIndex(
      ({ campaignType, scenarioType }) => campaignType === 'Compete' && scenarioType === 'Default',
    );
    const scenario = scenarios[compete] as Scenario;
    played = scenario;
    await first.play(sessionId, scenario, 0.72);
    await cellOf(account('User').username, compete).getByText('72%').waitFor();
    await second.play(sessionId, scenario, 0.96);
    await cellOf(account('User', 1).username, compete).getByText('A+').waitFor();
    await first.play(sessionId, scenario, 0.5);

    const places = student.locator('tbody th');
    await places.nth(1).getByText('You').waitFor();
    expect(await places.first().textContent()).toBe(account('User', 1).username);
    await first.play(sessionId, scenario, 1);
    await places.first().getByText('You').waitFor();
    await cellOf(account('User').username, compete).getByText('100%').waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
  });

  it('opens the attempts of a cell by keyboard, and the distribution of grades', async () => {
    const cell = cellOf(account('User').username, scenarios.indexOf(played));
    await cell.focus();
    await instructor.keyboard.press('Enter');
    await instructor.getByRole('article', { name: 'Attempt 3' }).getByText('Counted', { exact: true }).waitFor();
    expect(await instructor.getByRole('article').count()).toBe(3);
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.keyboard.press('Escape');
    await instructor.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
    await instructor.getByTitle(`Distribution of the grades in ${played.scenarioShortTitle}`, { exact: true }).click();
    await instructor.getByRole('table', { name: 'Students by grade' }).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.keyboard.press('Escape');
  });

  it('sets a bookmark by key, and edits and deletes it by keyboard', async () => {
    await instructor.keyboard.press('b');
    await instructor.getByText(/^Bookmark set at/).waitFor();
    await instructor.getByRole('button', { name: 'Show bookmarks' }).focus();
    await instructor.keyboard.press('Enter');
    const list = instructor.getByRole('dialog', { name: 'Bookmarks' });
    await list.getByRole('button', { name: /^Edit the note/ }).focus();
    await instructor.keyboard.press('Enter');
    await instructor.keyboard.type('Everybody is stuck');
    await instructor.keyboard.press('Enter');
    await list.getByText('Everybody is stuck').waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await list.getByRole('button', { name: /^Delete the bookmark/ }).focus();
    await instructor.keyboard.press('Enter');
    await list.getByText(/^No bookmarks yet/).waitFor();
    await instructor.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
  });

  it('shows quiz answers live, with an analysis of the questions', async () => {
    const [{ username }, quiz] = [account('User'), scenarios.find(({ scenarioType }) => scenarioType === 'Quiz')];
    if (!quiz) throw new Error('The catalogue has no quiz.');
    const gradebook = instructor.url();
    await instructor.getByLabel('Select Quiz').selectOption({ value: quiz.scenarioId });
    await instructor.getByRole('grid', { name: `Quiz Responses: ${quiz.scenarioTitle}` }).waitFor();
    expect(await cellsOf(username).nth(1).textContent()).toBe('-');
    const player = await signInPlayer(platform.url, account('User'));
    await player.answer(sessionId, quiz, false);
    await cellsOf(username).nth(1).getByText('✗').first().waitFor();
    await player.answer(sessionId, quiz, true);
    await cellsOf(username).nth(1).getByText('✓').waitFor();
    // The totals follow up to half a second later.
    await instructor.getByText('100% · 10/10').first().waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('link', { name: 'Item analysis' }).click();
    await instructor.getByRole('row', { name: /^Q1 .*1 of 1 100%/ }).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    expect(await printed(instructor)).toEqual({ sheets: 'landscape', cut: false, chrome: [] });
    await instructor.getByRole('link', { name: 'Gradebook', exact: true }).click();
    await instructor.waitForURL(gradebook);
  });

  it('shows eight students on a phone, and four in landscape', async () => {
    for (let index = 2; index < 16; index += 1) {
      await (await signInPlayer(platform.url, account('User', index))).join(code);
    }
    await instructor.setViewportSize({ width: 390, height: 844 });
    await instructor.getByRole('rowheader', { name: account('User', 12).username }).waitFor();
    expect(await studentsInSight(instructor)).toBeGreaterThanOrEqual(8);
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.setViewportSize({ width: 844, height: 390 });
    expect(await studentsInSight(instructor)).toBeGreaterThanOrEqual(4);
    await instructor.getByRole('button', { name: 'Tools' }).click();
    await instructor.getByRole('searchbox', { name: 'Search' }).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('button', { name: 'Tools' }).click();
  });

  it('moves to the first and last cell, scrolls to the top after a sort, and restores its state', async () => {
    await instructor.setViewportSize({ width: 1000, height: 560 });
    const quiz = scenarios.findLastIndex(({ scenarioType }) => scenarioType === 'Quiz');
    const grid = instructor.getByRole('grid');
    const scrolled = () => grid.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
    const header = instructor.getByRole('columnheader', { name: 'User Name' });
    const before = await header.getAttribute('aria-sort');
    await header.click();
    // A sort scrolls to the top when it is rendered, which would undo the scrolling of the key.
    await instructor.waitForFunction(
      (sort) => document.querySelector('[data-place="0:0"]')!.getAttribute('aria-sort') !== sort,
      before,
    );
    await instructor.keyboard.press('Control+End');
    await instructor.locator(`[data-place="17:${scenarios.length + 2}"]:focus`).waitFor();
    await instructor.waitForFunction(() => {
      const grid = document.querySelector('[role=grid]')!;
      return grid.scrollTop > 100 && grid.scrollLeft > 100;
    });
    await instructor.keyboard.press('Control+Home');
    await instructor.locator('[data-place="0:0"]:focus').waitFor();
    await instructor.waitForFunction(() => {
      const { scrollTop, scrollLeft } = document.querySelector('[role=grid]')!;
      return scrollTop === 0 && scrollLeft === 0;
    });
    await grid.evaluate((element) => (element.scrollTop = 200));
    await instructor.getByRole('columnheader', { name: 'Done' }).click();
    await instructor.waitForFunction(() => document.querySelector('[role=grid]')!.scrollTop === 0);

    await grid.evaluate((element) => element.scrollTo(element.scrollWidth, 150));
    const cell = grid
      .getByRole('row')
      .filter({ hasText: account('User', 9).username })
      .locator(`[data-place$=":${quiz + 3}"]`);
    await cell.focus();
    const left = await scrolled();
    expect(Math.min(...left)).toBeGreaterThan(0);
    await instructor.keyboard.press('Enter');
    await instructor.getByRole('grid', { name: /^Quiz Responses/ }).waitFor();
    await instructor.goBack();
    await instructor.getByRole('grid', { name: /^Gradebook/ }).waitFor();
    await instructor.waitForFunction(() => document.activeElement?.hasAttribute('data-place'));
    expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await scrolled()).toEqual(left);
    await instructor.setViewportSize({ width: 1440, height: 900 });
  });

  it('draws complete chart icons, and marks one tab and the arrows of selects in forced colours', async () => {
    const icons = instructor.getByRole('grid').locator('button svg');
    const widths = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
    expect(new Set(widths)).toEqual(new Set([12]));
    await instructor.emulateMedia({ forcedColors: 'active' });
    const underlines = await instructor
      .getByRole('navigation', { name: 'Views of the class' })
      .getByRole('link')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(underlines[1]).toBe(underlines[2]);
    expect(underlines[0]).not.toBe(underlines[1]);
    const appearances = (selects: Element[]) => selects.map((select) => getComputedStyle(select).appearance);
    const selects = instructor.locator('main select');
    expect(new Set(await selects.evaluateAll(appearances))).toEqual(new Set(['auto']));
    await instructor.emulateMedia({ forcedColors: 'none' });
    expect(new Set(await selects.evaluateAll(appearances))).toEqual(new Set(['none']));
  });

  it('reconnects after a network failure', async () => {
    await instructor.getByText('Live', { exact: true }).waitFor();
    // the browser logs errors for attempts during the failure
    isAway = true;
    await instructor.context().setOffline(true);
    await instructor.getByText('Offline', { exact: true }).waitFor();
    await instructor.context().setOffline(false);
    await instructor.getByText('Live', { exact: true }).waitFor();
    isAway = false;
  });

  it('shows on the open gradebook that the class has ended', async () => {
    const courses = await openPage(instructor.context());
    await courses.goto(`${platform.url}/instructor/courses`);
    const dialog = courses.getByRole('dialog');
    await courses.getByRole('button', { name: /^Schedule\/End Class/ }).click();
    await dialog.getByRole('radio', { name: 'End Now' }).click();
    await dialog.getByRole('button', { name: 'End Now' }).click();
    await dialog.getByRole('button', { name: 'End class' }).click();
    await instructor.getByText(/^This class ended on/).waitFor();
    await courses.getByRole('table', { name: 'Courses' }).getByText('Ended', { exact: true }).nth(1).waitFor();
  });

  it('produces no errors, and requests no other origin', () => {
    expect(complaints).toEqual([]);
  });
});
