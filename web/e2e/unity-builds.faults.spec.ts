/** @jest-environment node */
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ClientConfig } from '../../api/contracts/client-config.contract.js';
import { accessibilityViolations, chromiumPath, launchBrowser } from '../testing/browser.js';
import { signIn, SLOW_MS } from '../testing/game-page.js';
import { startPlatform, type Account, type Platform } from '../testing/platform.js';
import { SINGLE_THREADED_BUILDS, THREADED_BUILDS } from '../testing/unity-builds/build-kinds.js';
import { InstalledBuild, readConfig } from '../testing/unity-builds/installed-build.js';
import type { TestGame } from '../testing/unity-builds/test-game.js';
import {
  COMPANY_NAME,
  PRODUCT_VERSION,
  STREAMING_ASSETS,
  SYMBOLS,
  type TestBuild,
  writeBuildFolder,
  writeTestBuild,
  writeUnity2019Build,
} from '../testing/unity-builds/write-test-build.js';
import { openWatchedPage } from '../testing/watched-page.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const PAGE_WIDTH = 1280;
/** Another name of this machine. Browsers treat it as a remote host and do not trust it over plain HTTP. */
const OTHER_HOST = 'ready-room.test';
/** Colour of the canvas when the WebAssembly module has computed 5. */
const PAINTED = [10, 60, 100, 255];

declare const testGame: TestGame;

withChromium('Unity builds of every kind, in Chromium (needs chromium)', () => {
  const installed = new InstalledBuild((folder) => writeTestBuild(folder, { productName: 'First' }));
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  /** Replaces the build and waits until the platform serves the new one. */
  async function install(write: (folder: string) => void): Promise<ClientConfig['unityBuild']> {
    // A game that is still loading would miss its files.
    await page.goto('about:blank');
    return installed.replace(platform.url, write);
  }

  /** Plays the installed build until the page has sent its first messages. */
  async function play(): Promise<void> {
    await page.goto(`${platform.url}/play`);
    await page.waitForFunction(() => 'testGame' in window && testGame.messages.length > 1);
  }

  async function playBuild(build: TestBuild): Promise<ClientConfig['unityBuild']> {
    const described = await install((next) => writeTestBuild(next, build));
    await play();
    return described;
  }

  const scriptSources = async (path: string): Promise<string> => {
    const policy = (await fetch(`${platform.url}${path}`)).headers.get('content-security-policy') ?? '';
    return /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  };

  beforeAll(async () => {
    platform = await startPlatform({ UNITY_BUILD_DIR: installed.folder, ALLOW_PLAIN_HTTP: 'on' });
    browser = await launchBrowser([`--host-resolver-rules=MAP ${OTHER_HOST} 127.0.0.1`]);
    context = await browser.newContext({ viewport: { width: PAGE_WIDTH, height: 900 } });
    context.setDefaultTimeout(SLOW_MS);
    page = await openWatchedPage(context, platform.url, complaints);
    await signIn(page, platform.url, student(0));
    await page.waitForURL('**/play');
  }, 120_000);

  const student = (index: number): Account => platform.accounts.filter(({ role }) => role === 'User')[index]!;

  afterEach(() => expect(complaints.splice(0)).toEqual([]));

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
    installed.remove();
  });

  const painted = () =>
    page
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [...canvas.getContext('2d')!.getImageData(1, 1, 1, 1).data]);

  it.each<TestBuild>(SINGLE_THREADED_BUILDS)('plays an export: $productName', async (build) => {
    const described = await playBuild(build);
    const game = await page.evaluate(() => {
      const { module, title, sum, messages } = testGame;
      return { ...module, title, sum, messages };
    });
    expect(game).toMatchObject({ title: build.productName, sum: 5, symbols: build.hasSymbols ? SYMBOLS : null });
    expect(game.config).toMatchObject({
      companyName: COMPANY_NAME,
      productName: build.productName,
      productVersion: PRODUCT_VERSION,
      streamingAssetsUrl: described.streamingAssetsUrl,
      dataUrl: described.files!.data.url,
    });
    expect(game.streamingAssetsUrl).toBe(`${platform.url}/unitybuild/StreamingAssets`);
    expect(game.messages).toEqual([
      ['WebBridge', 'SetStartupArguments', expect.stringContaining(student(0).username)],
      ['WebBridge', 'Initialize', undefined],
    ]);
    expect(await painted()).toEqual(PAINTED);
    // Only a build that runs its framework from a blob relaxes the policy, and only on this page.
    const needsBlob = build.packing?.startsWith('unityweb') ?? false;
    expect((await scriptSources('/play')).split(' ').includes('blob:')).toBe(needsBlob);
    expect(await scriptSources('/')).not.toContain('blob:');
  });

  it("plays the Build folder alone, with the platform's name for a game without one", async () => {
    const described = await install((next) => writeBuildFolder(next, { name: 'Web', productName: 'Build folder' }));
    await play();
    expect(described.files!.loader.url).toMatch(/^\/unitybuild\/Web\.loader\.js\?v=/);
    expect(await painted()).toEqual(PAINTED);
    const { productName } = await readConfig(platform.url);
    expect(await page.evaluate(() => testGame.module.config.productName)).toBe(productName);
  });

  it('plays the build that index.html references', async () => {
    await install((next) => {
      writeTestBuild(next, { name: 'Alpha', productName: 'Older' });
      writeTestBuild(next, { name: 'Beta', productName: 'Newer' });
      writeBuildFolder(join(next, 'Build'), { name: 'Gamma', productName: 'Not exported with a page' });
    });
    await play();
    expect(await page.evaluate(() => testGame.title)).toBe('Newer');
  });

  it('reports that a build of Unity 2019 could not be loaded', async () => {
    await install(writeUnity2019Build);
    await page.goto(`${platform.url}/play`);
    await page.getByText('The game could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it.each<TestBuild>(THREADED_BUILDS)(
    'isolates a build that shares memory between threads: $productName',
    async (build) => {
      const { needsIsolation } = await playBuild(build);
      expect(needsIsolation).toBe(true);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      expect(await page.evaluate(() => testGame.shared)).toBe(10);
      expect(await painted()).toEqual(PAINTED);
    },
  );

  it('serves StreamingAssets byte for byte, in ranges, and no page in place of a missing file', async () => {
    const { needsIsolation } = await playBuild({ productName: 'StreamingAssets', packing: 'gz' });
    expect(needsIsolation).toBe(false);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    for (const [path, content] of Object.entries(STREAMING_ASSETS)) {
      const read = await page.evaluate((asset) => testGame.readAsset(asset), encodeURI(path));
      expect(read).toMatchObject({ status: 200, bytes: [...content] });
      const part = await page.evaluate((asset) => testGame.readAsset(asset, 'bytes=2-5'), encodeURI(path));
      expect(part).toMatchObject({
        status: 206,
        bytes: [...content.subarray(2, 6)],
        contentRange: `bytes 2-5/${content.length}`,
      });
    }
    expect(await page.evaluate(() => testGame.readAsset('maps/level 2.json'))).toMatchObject({ status: 404 });
    // The browser logs the response to the console.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
  });

  it('plays compressed sound', async () => {
    await page.locator('canvas').click();
    await page.evaluate(() => testGame.playSound());
    expect(complaints).toEqual([]);
  });

  it('separates keys of the page from keys of the game, and leaves the canvas by Shift+Escape', async () => {
    for (const packing of ['plain', 'unityweb-gzip'] as const) {
      await playBuild({ productName: 'Keys', packing });
      const canvas = page.locator('canvas');
      const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.tagName);
      await canvas.click();
      await page.keyboard.press('w');
      await page.getByRole('button', { name: /^Join (another )?course$/ }).click();
      const code = page.getByLabel('Access Code');
      await code.and(page.locator(':focus')).waitFor();
      await page.keyboard.type('AB 12');
      expect(await code.inputValue()).toBe('AB 12');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('x');
      expect(await code.inputValue()).toBe('AB x1');
      await page.keyboard.press('Tab');
      expect(await code.evaluate((input) => input === document.activeElement)).toBe(false);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => testGame.keys)).toEqual(['w']);

      await canvas.click();
      await page.getByText('Shift+Esc').waitFor();
      for (const key of ['a', 'Tab', 'Escape', 'F1']) await page.keyboard.press(key);
      expect(await focused()).toBe('CANVAS');
      expect(await page.evaluate(() => testGame.keys)).toEqual(['w', 'a', 'Tab', 'Escape', 'F1']);
      await page.keyboard.press('Shift+Escape');
      const left = await focused();
      expect(left).not.toBe('CANVAS');
      await page.keyboard.press('Tab');
      expect([left, 'CANVAS', 'BODY']).not.toContain(await focused());
    }
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('keeps PlayerPrefs separate for each person on one computer', async () => {
    await playBuild({ productName: 'PlayerPrefs' });
    const logOut = async () => {
      await page.evaluate(() =>
        (window as unknown as { dispatchReactUnityEvent: (name: string) => void }).dispatchReactUnityEvent('LogOut'),
      );
      await page.getByRole('button', { name: 'Login' }).waitFor();
    };
    const preferencesOf = async (person: number) => {
      await signIn(page, platform.url, student(person));
      await page.waitForURL('**/play');
      await page.waitForFunction(() => 'testGame' in window);
      return page.evaluate(() => testGame.preferences);
    };
    await page.evaluate(() => testGame.savePreferences('volume of the first'));
    await logOut();
    expect(await preferencesOf(1)).toBeNull();
    await page.evaluate(() => testGame.savePreferences('volume of the second'));
    await logOut();
    expect(await preferencesOf(0)).toBe('volume of the first');
  });

  it('enters and leaves full screen', async () => {
    await play();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    const width = () => page.locator('canvas').evaluate(({ clientWidth }) => clientWidth);
    expect(await width()).toBe(PAGE_WIDTH);
    await page.evaluate(() => document.exitFullscreen());
    await page.waitForFunction((full) => document.querySelector('canvas')!.clientWidth < full, PAGE_WIDTH);
  });

  it('fits a page 390 px wide, which keys of the game do not scroll', async () => {
    await page.setViewportSize({ width: 390, height: 500 });
    await playBuild({ productName: 'Narrow' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const box = (await page.locator('canvas').boundingBox())!;
    expect(box.width).toBeGreaterThan(380);
    await page.locator('canvas').click();
    for (const key of [' ', 'ArrowDown', 'PageDown', 'End']) await page.keyboard.press(key);
    expect(await page.evaluate(() => testGame.keys)).toEqual([' ', 'ArrowDown', 'PageDown', 'End']);
    expect((await page.locator('canvas').boundingBox())!.y).toBe(box.y);
    await page.keyboard.press('Shift+Escape');
    await page.keyboard.press('PageDown');
    await page.waitForFunction((y) => document.querySelector('canvas')!.getBoundingClientRect().y < y, box.y);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('plays over plain HTTP from another machine, except a build with threads, for which it shows that HTTPS is required', async () => {
    const url = platform.url.replace('127.0.0.1', OTHER_HOST);
    const refused: string[] = [];
    const other = await openWatchedPage(await browser.newContext(), url, refused);
    other.setDefaultTimeout(8_000);
    await install((next) => writeTestBuild(next, { productName: 'Plain HTTP', packing: 'br' }));
    await signIn(other, url, student(2));
    await other.waitForFunction(() => 'testGame' in window && testGame.messages.length > 1);
    expect(await other.evaluate(() => [isSecureContext, testGame.title])).toEqual([false, 'Plain HTTP']);

    await install((next) => writeTestBuild(next, { productName: 'Threads', threads: 'framework' }));
    await other.reload();
    await other.getByText(/browsers allow only over HTTPS/).waitFor();
    expect(await other.locator('canvas').count()).toBe(0);
    expect(await accessibilityViolations(other)).toEqual([]);
    await other.context().close();
    // The browser logs that it does not trust pages over plain HTTP.
    expect(refused.filter((text) => !text.includes('origin was untrustworthy'))).toEqual([]);
  });
});
