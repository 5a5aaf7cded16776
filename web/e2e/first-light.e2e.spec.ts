/** @jest-environment node */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { accessibilityViolations, chromiumPath, launchBrowser } from '../testing/browser.js';
import { startPlatform, type Account, type Platform } from '../testing/platform.js';
import { signInPlayer } from '../testing/player.js';

const withChromium = chromiumPath() ? describe : describe.skip;

withChromium('first light, in Chromium (needs chromium)', () => {
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

  /** A page that notes what no page may do: errors, and requests to other origins. */
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

  const cellOf = (username: string, index: number) =>
    instructor
      .getByRole('row')
      .filter({ hasText: username })
      .getByRole('gridcell')
      .nth(index + 1);

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
    await instructor.waitForURL('**/instructor/courses');
    await instructor.getByRole('button', { name: /^Schedule\/Start New Class/ }).click();
    await instructor.getByRole('dialog').getByRole('button', { name: 'Start Now' }).click();
    await instructor.getByText('Active', { exact: true }).waitFor();
    await instructor.getByText(/^Started on/).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('link', { name: 'Instructor', exact: true }).click();
    await instructor.waitForURL('**/instructor/gradebook/*');
    await instructor.getByText('No Students Enrolled').waitFor();
    sessionId = new URL(instructor.url()).pathname.split('/').at(-1) ?? '';
    code = (await instructor.getByRole('main').locator('dt:has-text("Access Code ID") + dd').textContent()) ?? '';
    expect(code).toMatch(/^\w{6}$/);
  });

  it('shows a student who joins with the code, as soon as it happens', async () => {
    const { username } = account('User');
    await signIn(student, account('User'));
    await student.waitForURL('**/play');
    await student.getByRole('button', { name: 'Join course' }).click();
    await student.getByLabel('Access Code').fill(code);
    await student.keyboard.press('Enter');
    await student.getByRole('heading', { name: 'Leaderboard' }).waitFor();
    await instructor.getByRole('rowheader', { name: username }).waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
  });

  it('changes the gradebook and the leaderboard by themselves when scores arrive', async () => {
    const first = await signInPlayer(platform.url, account('User'));
    const second = await signInPlayer(platform.url, account('User', 1));
    await second.join(code);
    scenarios = await first.scenarios();
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

  it('opens the attempts behind a cell by keyboard, and how the grades are spread', async () => {
    const cell = cellOf(account('User').username, scenarios.indexOf(played));
    await cell.focus();
    await instructor.keyboard.press('Enter');
    await instructor.getByRole('article', { name: 'Attempt 3' }).getByText('Counts', { exact: true }).waitFor();
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

  it('shows what students answered as they do, and what that says of the questions', async () => {
    const [{ username }, quiz] = [account('User'), scenarios.find(({ scenarioType }) => scenarioType === 'Quiz')];
    if (!quiz) throw new Error('The catalogue has no quiz.');
    const gradebook = instructor.url();
    await instructor.getByLabel('Select Quiz').selectOption({ value: quiz.scenarioId });
    await instructor.getByRole('grid', { name: `Quiz Responses: ${quiz.scenarioTitle}` }).waitFor();
    expect(await cellOf(username, -1).textContent()).toBe('-');
    const player = await signInPlayer(platform.url, account('User'));
    await player.answer(sessionId, quiz, false);
    await cellOf(username, -1).getByText('✗').first().waitFor();
    await player.answer(sessionId, quiz, true);
    await cellOf(username, -1).getByText('✓').waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('link', { name: 'Item analysis' }).click();
    await instructor.getByRole('row', { name: /^Q1 .*1 of 1 100%/ }).waitFor();
    expect(await accessibilityViolations(instructor)).toEqual([]);
    await instructor.getByRole('link', { name: 'Gradebook', exact: true }).click();
    await instructor.waitForURL(gradebook);
  });

  it('comes back by itself when the network was away', async () => {
    await instructor.getByText('Live', { exact: true }).waitFor();
    // what it tries meanwhile, the browser itself complains of
    isAway = true;
    await instructor.context().setOffline(true);
    await instructor.getByText('Offline', { exact: true }).waitFor();
    await instructor.context().setOffline(false);
    await instructor.getByText('Live', { exact: true }).waitFor();
    isAway = false;
  });

  it('says on the open gradebook that the class has ended', async () => {
    const courses = await openPage(instructor.context());
    await courses.goto(`${platform.url}/instructor/courses`);
    const dialog = courses.getByRole('dialog');
    await courses.getByRole('button', { name: /^Schedule\/End Class/ }).click();
    await dialog.getByRole('radio', { name: 'End Now' }).click();
    await dialog.getByRole('button', { name: 'End Now' }).click();
    await dialog.getByRole('button', { name: 'End class' }).click();
    await instructor.getByText(/^This class ended on/).waitFor();
    await courses.getByText('Ended', { exact: true }).waitFor();
  });

  it('never complained, and asked no other origin', () => {
    expect(complaints).toEqual([]);
  });
});
