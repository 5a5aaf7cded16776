/** @jest-environment node */
import type { Browser, Page, Response, Route } from 'playwright-core';
import type { ClientConfig } from '../../api/contracts/client-config.contract.js';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { Scorecard } from '../../api/contracts/score.contract.js';
import { chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { choose, fly, inMenu, openGamePage, press, signIn, SLOW_MS, untilFlying } from '../testing/game-page.js';
import { OwnBuild } from '../testing/own-build.js';
import { startPlatform, type Platform } from '../testing/platform.js';
import { signInPlayer } from '../testing/player.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const SCORES = '**/api/scores';
const TITLE = 'Inspection Fly-around';

/** Delivers a request to the platform and drops the response. */
const unheard = async (route: Route): Promise<void> => {
  // the platform may be shutting down during this request
  await route.fetch().catch(() => undefined);
  // the request may be gone after the routes were removed
  await route.abort().catch(() => undefined);
};

withChromium('the play area on failing networks and with compressed builds, in Chromium (needs chromium)', () => {
  const build = new OwnBuild();
  let platform: Platform;
  let browser: Browser;
  let student: Page;
  let scenarios: Scenario[];
  const complaints: string[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ UNITY_BUILD_DIR: build.folder });
    const account = platform.accounts.find(({ role }) => role === 'User')!;
    scenarios = await (await signInPlayer(platform.url, account)).scenarios();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    student = await openGamePage(browser, platform.url, 1280, complaints);
    await signIn(student, platform.url, account);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    build.remove();
  });

  /** Exceeds the speed limit. */
  async function fail(): Promise<void> {
    await press(student, '3', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await student.getByRole('button', { name: 'Fly again' }).waitFor();
  }

  async function failAgain(): Promise<void> {
    await student.getByRole('button', { name: 'Fly again' }).click();
    await untilFlying(student);
    await fail();
  }

  it('keeps results while the platform or the network is down, and delivers each once', async () => {
    const { scenarioId } = scenarios.find(({ scenarioTitle }) => scenarioTitle === TITLE)!;
    const path = `/api/scores/session/all/all?attempts=all&includeFailedScores=true&scenarioId=${scenarioId}`;
    const attempts = () => student.evaluate(async (url) => (await (await fetch(url)).json()) as Scorecard[], path);
    await student.context().route(SCORES, unheard);
    await fly(student, 'Compete', TITLE);
    const earlier = new Set((await attempts()).map(({ attemptId }) => attemptId));
    await fail();
    await student.getByText('1 result waiting').waitFor();
    await student.context().unroute(SCORES, unheard);
    await platform.kill();
    await failAgain();
    await student.getByText('2 results waiting').waitFor();
    await platform.startAgain();
    await student.getByText('All results have been sent.').waitFor({ timeout: 2 * SLOW_MS });

    await student.context().setOffline(true);
    await failAgain();
    await student.getByText('1 result waiting').waitFor();
    await student.getByText(/^Your result is saved/).waitFor();
    await student.context().setOffline(false);
    await student.getByText('Your result has been submitted.').waitFor();

    // an accepted result is not visible until it is projected
    await student.waitForFunction(
      async ([url, count]) => ((await (await fetch(url)).json()) as unknown[]).length >= count,
      [path, earlier.size + 3] as const,
      { polling: 200 },
    );
    const sent = (await attempts()).filter(({ attemptId }) => !earlier.has(attemptId));
    expect(sent.map((attempt) => attempt.scenarioId)).toEqual([scenarioId, scenarioId, scenarioId]);
    await student.getByRole('button', { name: 'Menu' }).click();
  }, 300_000);

  it.each([
    ['gz', 'gzip'],
    ['br', 'br'],
  ] as const)(
    'runs a build that is compressed as .%s',
    async (suffix, encoding) => {
      build.compress(suffix);
      const answers = new Set<string>();
      const note = (response: Response): void => {
        if (response.request().method() !== 'GET' || !response.url().includes('/unitybuild/')) return;
        const file = new URL(response.url()).pathname.split('/').at(-1);
        answers.add(`${file} ${response.headers()['content-encoding'] ?? 'plain'}`);
      };
      // the platform checks its folder once a second; the code is written last
      await student.evaluate(async (ending) => {
        const isServed = async (): Promise<boolean> => {
          const { unityBuild } = (await (await fetch('/config.json')).json()) as ClientConfig;
          return unityBuild.files?.code.url.includes(`.wasm.${ending}?`) === true;
        };
        while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, 100));
      }, suffix);
      student.on('response', note);
      await student.reload();
      await inMenu(student);
      student.off('response', note);
      expect([...answers].toSorted()).toEqual([
        `Build.data.${suffix} ${encoding}`,
        `Build.framework.js.${suffix} ${encoding}`,
        'Build.loader.js plain',
        `Build.wasm.${suffix} ${encoding}`,
      ]);
      await choose(student, 'Learn', 'Frames of Reference');
      await student.getByRole('button', { name: 'Start', exact: true }).click();
      await student.locator('.label.own').waitFor();
    },
    120_000,
  );

  it('produces no errors on any page, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});
