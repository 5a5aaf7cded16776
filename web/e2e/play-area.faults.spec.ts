/** @jest-environment node */
import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { SandboxFile } from '../../api/contracts/sandbox.contract.js';
import {
  accessibilityViolations,
  chromiumPath,
  launchBrowser,
  SOFTWARE_WEBGL,
  windowScrolls,
} from '../testing/browser.js';
import { choose, fly, inMenu, openGamePage, press, signIn, SLOW_MS, watch } from '../testing/game-page.js';
import { startPlatform, type Account, type Platform } from '../testing/platform.js';
import { signInPlayer } from '../testing/player.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const WASM = '**/unitybuild/*.wasm*';
const SCORES = '**/api/scores';
const DENIED = 'BORGERR - Clipboard Read Permission Denied';

const unhindered = (route: Route): Promise<void> => route.continue();
const dead = (route: Route): Promise<void> => route.abort();

withChromium('the play area, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let gradebook: Page;
  let monitor: Page;
  let student: Page;
  let admin: Page;
  let code: string;
  let scenarios: Scenario[];
  const complaints: string[] = [];

  const account = (role: string): Account => platform.accounts.find((candidate) => candidate.role === role)!;

  const openPage = (width: number) => openGamePage(browser, platform.url, width, complaints);

  /** Records the messages to the game. */
  const noteMessages = (page: Page) =>
    page.addInitScript(() => {
      const gameMessages: unknown[][] = [];
      let create: (...all: unknown[]) => Promise<{ SendMessage: (...message: unknown[]) => void }>;
      Object.defineProperty(window, 'gameMessages', { value: gameMessages });
      Object.defineProperty(window, 'createUnityInstance', {
        configurable: true,
        set: (given: typeof create) => (create = given),
        get:
          () =>
          async (...all: unknown[]) => {
            const game = await create(...all);
            const send = game.SendMessage.bind(game);
            game.SendMessage = (...message) => {
              gameMessages.push(message);
              send(...message);
            };
            return game;
          },
      });
    });

  const cellOf = (title: string) => {
    const place = scenarios.findIndex(({ scenarioTitle }) => scenarioTitle === title);
    const row = gradebook.getByRole('row').filter({ hasText: account('User').username });
    return row.getByRole('gridcell').nth(place + 2);
  };

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    // wide enough for every column
    gradebook = await openPage(2600);
    student = await openPage(1280);
    await noteMessages(student);
    // Players receive no correct answers.
    scenarios = await (await signInPlayer(platform.url, account('Instructor'))).scenarios();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('loads the game, and shows the progress', async () => {
    await signIn(gradebook, platform.url, account('Instructor'));
    await gradebook.waitForURL('**/instructor/gradebook/*');
    await gradebook.getByRole('link', { name: 'Courses' }).click();
    await gradebook.getByRole('button', { name: 'Schedule/Start New Class of Rendezvous Fundamentals' }).click();
    await gradebook.getByRole('dialog').getByRole('button', { name: 'Start Now' }).click();
    await gradebook.getByText(/^Started on/).waitFor();
    await gradebook.getByRole('link', { name: 'Instructor', exact: true }).click();
    await gradebook.getByText('No Students Enrolled').waitFor();
    code = (await gradebook.getByRole('main').locator('dt:has-text("Access Code ID") + dd').textContent()) ?? '';

    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await student.route(WASM, (route) =>
      route.request().method() === 'HEAD' ? route.continue() : released.then(() => route.continue()),
    );
    await signIn(student, platform.url, account('User'));
    await student.waitForURL('**/play');
    await student.getByText(/^Loading\.\.\. [1-9]\d?%$/).waitFor();
    release();
    await inMenu(student);
    expect(await accessibilityViolations(student)).toEqual([]);
    await student.unroute(WASM);
    // 16:9 in every window, as large as possible
    for (const [width, height] of [
      [820, 900],
      [1280, 500],
      [1280, 900],
    ] as const) {
      await student.setViewportSize({ width, height });
      await student.waitForFunction(() => {
        const game = document.querySelector('canvas')!;
        const room = game.parentElement!.parentElement!;
        const isLargest = room.clientWidth - game.clientWidth < 2 || room.clientHeight - game.clientHeight < 2;
        return isLargest && Math.abs(game.clientWidth / game.clientHeight - 16 / 9) < 0.01;
      });
    }
  }, 120_000);

  it('plays a Compete scenario in a class joined during the session; monitor, gradebook and leaderboard update', async () => {
    await student.getByRole('button', { name: /^Join (another )?course$/ }).click();
    await student.getByLabel('Access Code').fill(code);
    await student.keyboard.press('Enter');
    monitor = await gradebook.context().newPage();
    await monitor.goto(`${gradebook.url()}?view=monitor`);

    const title = 'Safe Retreat Under a Speed Limit';
    await fly(student, 'Compete', title);
    await press(student, 'p', '2', 'ArrowUp', 'ArrowRight', '1', 's', 's', 's');
    await student.getByText('0.14 m/s (along +0.10, radial +0.10, cross −0.03)').waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
    const { scenarioShortTitle } = scenarios.find(({ scenarioTitle }) => scenarioTitle === title)!;
    await monitor.getByRole('table', { name: 'Students' }).getByText(scenarioShortTitle).waitFor();
    await press(student, 'p', 'Enter', '.', '.', '.');
    await student.getByText('Your result has been submitted.').waitFor();
    await student.getByText('All results have been sent.').waitFor();
    await cellOf(title).filter({ hasText: /9\d%/ }).waitFor();
    await student.locator('tbody th').getByText('You').waitFor();
    expect(await windowScrolls(student)).toBe(false);
    expect(await accessibilityViolations(student)).toEqual([]);
    await student.getByRole('button', { name: 'Menu' }).click();
    await monitor.getByRole('table', { name: 'Students' }).getByText('Not in a scenario').waitFor();
  }, 180_000);

  it("requests help, shows the instructor on the way, and finds the player's own result", async () => {
    await student.getByRole('button', { name: 'Ask for help' }).click();
    await student.getByText('Your instructor has been notified.').waitFor();
    await gradebook.getByRole('link', { name: 'Monitor 1 student asks for help' }).waitFor();
    await gradebook.getByRole('rowheader', { name: `${account('User').username} Asks for help` }).waitFor();
    expect(await accessibilityViolations(monitor)).toEqual([]);
    await monitor.getByRole('button', { name: /^On my way to / }).click();
    await student.getByText(/ is on the way\.$/).waitFor();
    await monitor.getByRole('button', { name: /^Resolve the request of / }).click();
    await student.getByText(/^Resolved/).waitFor();
    await gradebook.getByRole('link', { name: 'Monitor', exact: true }).waitFor();

    const results = await student.context().newPage();
    await results.setViewportSize({ width: 390, height: 844 });
    await results.goto(`${platform.url}/results`);
    await results.getByText('Best attempt').first().waitFor();
    await results
      .getByRole('link', { name: /^Rank 1 / })
      .first()
      .waitFor();
    expect(await accessibilityViolations(results)).toEqual([]);
    expect(await results.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await results.close();
  }, 60_000);

  it('keeps an unsent result through reload and sign-out, until its player returns', async () => {
    const title = 'Low Orbit Rendezvous';
    await student.context().route(SCORES, dead);
    await fly(student, 'Compete', title);
    await press(student, '3', ...Array.from({ length: 8 }, () => 'ArrowRight'), 'Enter');
    await student.getByText('1 result waiting').waitFor();
    await student.getByText(/^Your result is saved/).waitFor();

    await student.reload();
    await student.getByText('1 result waiting').waitFor();
    await inMenu(student);
    await student.getByRole('region', { name: 'Game' }).getByRole('button', { name: 'Log out' }).click();
    await student.getByRole('button', { name: 'Login' }).waitFor();
    expect(await student.evaluate(() => localStorage.getItem('refresh-token'))).toBeNull();

    await student.context().unroute(SCORES, dead);
    await student.context().route(SCORES, unhindered);
    await signIn(student, platform.url, account('User'));
    await student.waitForURL('**/play');
    await cellOf(title).filter({ hasText: '%' }).waitFor();
    await student.getByText('All results have been sent.').waitFor();
  }, 180_000);

  it('completes a quiz', async () => {
    const title = 'Orbital Foundations Check';
    await choose(student, 'Learn', title);
    const { questions } = scenarios.find(({ scenarioTitle }) => scenarioTitle === title)!;
    for (const { answers } of questions) {
      for (const { answerText, correct } of answers) {
        if (correct) await student.getByLabel(answerText, { exact: true }).check();
      }
      await student.getByRole('button', { name: /^(Next|Finish)$/ }).click();
    }
    await student.getByRole('heading', { name: 'Passed' }).waitFor();
    await student.getByText('Your result has been submitted.').waitFor();
    await cellOf(title).filter({ hasText: '100%' }).waitFor();
  }, 120_000);

  it('shows the score of a quiz that was finished offline when it is sent', async () => {
    await student.getByRole('button', { name: 'Menu' }).click();
    await choose(student, 'Learn', 'Orbital Foundations Check');
    await student.context().route(SCORES, dead);
    for (const name of ['Next', 'Next', 'Next', 'Next', 'Finish']) {
      await student.getByRole('button', { name, exact: true }).click();
    }
    await student.getByText('They are sent when you are online again', { exact: false }).waitFor();
    expect(await student.getByText('The local vertical, local horizontal frame (LVLH)').count()).toBe(0);
    expect(await accessibilityViolations(student)).toEqual([]);
    await student.context().unroute(SCORES, dead);
    await student.evaluate(() => window.dispatchEvent(new Event('online')));
    await student.getByRole('heading', { name: 'Not passed' }).waitFor();
    await student.getByText('The local vertical, local horizontal frame (LVLH)', { exact: false }).waitFor();
  }, 120_000);

  it('passes the clipboard to the game only with permission', async () => {
    const sendRequest = () =>
      student.evaluate(() =>
        (window as unknown as { dispatchReactUnityEvent: (name: string) => void }).dispatchReactUnityEvent(
          'GetTextFromClipboard',
        ),
      );
    const received = (text: string) =>
      student.waitForFunction(
        (wanted) => JSON.stringify((window as unknown as { gameMessages: unknown[][] }).gameMessages).includes(wanted),
        JSON.stringify(['WebBridge', 'ReceiveClipboardText', text]),
      );
    await student.bringToFront();
    await student.context().grantPermissions([]);
    await sendRequest();
    await received(DENIED);
    await student.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await student.evaluate(() => navigator.clipboard.writeText('from outside'));
    await sendRequest();
    await received('from outside');
  });

  it('shows a banner that is set during the game', async () => {
    admin = await openPage(1280);
    await signIn(admin, platform.url, account('SystemAdmin'));
    await admin.waitForURL('**/admin/users');
    await admin.getByRole('link', { name: 'System', exact: true }).click();
    await admin.getByLabel('End Date').fill('2099-12-31T23:59');
    await admin.getByLabel('Enter Message').fill('The range closes at noon.');
    await admin.getByRole('button', { name: 'Send' }).click();
    const banner = student.getByRole('region', { name: 'Systemwide Message' });
    await banner.getByText('The range closes at noon.').first().waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
    await banner.getByRole('button', { name: 'Close banner' }).click();
    await banner.waitFor({ state: 'detached' });
  }, 120_000);

  it('saves and reopens a sandbox, which an administrator downloads and deletes', async () => {
    await student.getByRole('button', { name: 'Menu' }).click();
    await inMenu(student);
    await student.getByRole('tab', { name: 'Sandbox' }).click();
    await student.getByRole('button', { name: 'New sandbox' }).click();
    await student.getByLabel('Title').fill('Ellipse');
    await student.getByRole('button', { name: 'Save' }).click();
    await student.getByText('Saved.').waitFor();
    await student.getByRole('button', { name: 'Fly' }).click();
    await student.getByRole('button', { name: 'Leave', exact: true }).click();
    await student.getByRole('button', { name: 'Start where the last flight ended' }).waitFor();
    await student.getByRole('button', { name: 'Menu' }).click();
    await student.getByRole('button', { name: /^Ellipse/ }).click();
    await student.getByLabel('Along track').first().fill('-500');
    await student.getByRole('button', { name: 'Save' }).click();
    await student.getByText('Saved.').waitFor();
    await student.getByRole('button', { name: 'Menu' }).click();

    await admin.getByRole('link', { name: 'Sandboxes' }).click();
    const downloading = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Download Ellipse' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^Ellipse [0-9a-f-]{36}\.json$/);
    const { data } = JSON.parse(readFileSync(await download.path(), 'utf8')) as SandboxFile;
    expect(data).toMatchObject({ start: { position: [0, -500, 0] } });
    await admin.getByRole('button', { name: 'Delete Ellipse' }).click();
    await admin.getByRole('button', { name: 'Confirm' }).click();
    await admin.getByRole('button', { name: 'Delete Ellipse' }).waitFor({ state: 'detached' });
  }, 120_000);

  it('enters full screen, and leaves it', async () => {
    const grown = () => student.evaluate(() => document.fullscreenElement?.querySelectorAll('canvas, h1').length ?? 0);
    await student.getByRole('button', { name: 'Full screen' }).filter({ hasText: 'Full screen' }).click();
    await student.getByRole('button', { name: 'Leave full screen' }).waitFor();
    expect(await grown()).toBe(2);
    expect(await student.evaluate(() => document.fullscreenElement?.clientWidth)).toBe(1280);
    await student.getByRole('button', { name: 'Leave full screen' }).click();
    await student.getByRole('button', { name: 'Leave full screen' }).waitFor({ state: 'detached' });
    expect(await grown()).toBe(0);
  }, 120_000);

  it('is playable by touch: a flight uses the whole screen of a phone', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await student.context().storageState(),
    });
    context.setDefaultTimeout(SLOW_MS);
    const phone = await context.newPage();
    watch(phone, platform.url, complaints);
    await phone.goto(`${platform.url}/play`);
    await inMenu(phone);
    await phone.getByRole('tab', { name: 'Compete' }).tap();
    await phone.getByRole('button', { name: 'Low Orbit Rendezvous' }).tap();
    await phone.getByRole('button', { name: 'Start', exact: true }).tap();
    await phone.waitForFunction(() => document.fullscreenElement?.clientHeight === 844);
    for (const name of ['Forward', 'Away from the Earth', 'To the left']) {
      const button = phone.getByRole('button', { name, exact: true });
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      await button.tap();
    }
    await phone.getByText('0.17 m/s (along +0.10, radial +0.10, cross +0.10)').waitFor();
    // paused, so that nothing is redrawn during the check
    await phone.getByRole('button', { name: 'Pause' }).tap();
    expect(await accessibilityViolations(phone)).toEqual([]);
    // dragging between the panels turns the view
    const own = phone.locator('.label.own');
    const before = await own.getAttribute('style');
    await phone.mouse.move(195, 440);
    await phone.mouse.down();
    await phone.mouse.move(255, 440);
    await phone.mouse.up();
    await phone.waitForFunction((was) => document.querySelector('.label.own')?.getAttribute('style') !== was, before);
    await phone.getByRole('button', { name: 'Burn', exact: true }).tap();
    await phone.getByText(/^cooling/).waitFor();
    await context.close();
  }, 120_000);

  it('quits: players return to the login page, and the window of staff closes', async () => {
    await inMenu(student);
    await student.getByRole('button', { name: 'Quit' }).click();
    await student.getByRole('button', { name: 'Login' }).waitFor();

    await gradebook.goto(`${platform.url}/instructor/courses`);
    await gradebook.getByRole('table', { name: 'Courses' }).waitFor();
    const opened = gradebook.context().waitForEvent('page');
    await gradebook.getByRole('link', { name: 'Play' }).click();
    const own = await opened;
    await inMenu(own);
    const closed = own.waitForEvent('close');
    // The window may be closed before the click is reported as done.
    await own
      .getByRole('button', { name: 'Quit' })
      .click()
      .catch(() => undefined);
    await closed;
  }, 120_000);

  it('reports that the game failed to load, and retries', async () => {
    await student.route(WASM, (route) => route.fulfill({ status: 404 }));
    await signIn(student, platform.url, account('User'));
    await student.waitForURL('**/play');
    await student.getByText('The game could not be loaded.').waitFor();
    expect(await accessibilityViolations(student)).toEqual([]);
    await student.unroute(WASM);
    await student.getByRole('button', { name: 'Retry' }).click();
    await inMenu(student);
  }, 120_000);

  it('produces no errors on any page, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});
