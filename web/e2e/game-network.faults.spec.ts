/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { inMenu, openGamePage, signIn } from '../testing/game-page.js';
import { OwnBuild } from '../testing/own-build.js';
import { startPlatform, type Platform } from '../testing/platform.js';
import { type SlowProxy, startSlowProxy } from '../testing/slow-proxy.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const MEGABYTE = 1_000_000;
const BROKEN = 'The game could not be loaded.';

withChromium('the game on slow networks, in Chromium (needs chromium)', () => {
  const build = new OwnBuild();
  let platform: Platform;
  let proxy: SlowProxy;
  let browser: Browser;
  let student: Page;
  const complaints: string[] = [];

  /** Returns the file position at which the browser last resumed. */
  const continuedFrom = (): number => Number(/^bytes=(\d+)-/.exec(proxy.ranges.at(-1) ?? '')?.[1] ?? 0);

  /** Waits until the page shows at least this many megabytes; loader, framework and code are 0.8 of them. */
  const untilShown = (megabytes: number): Promise<unknown> =>
    student.waitForFunction((least) => {
      const [shown] = /[\d.]+(?= of [\d.]+ MB)/.exec(document.body.textContent) ?? [];
      return Number(shown) >= least;
    }, megabytes);

  beforeAll(async () => {
    // random, so that compression cannot shrink it
    appendFileSync(join(build.folder, 'Build.data'), randomBytes(6 * MEGABYTE));
    platform = await startPlatform({ UNITY_BUILD_DIR: build.folder });
    proxy = await startSlowProxy(platform.url, '/unitybuild/Build.data');
    browser = await launchBrowser(SOFTWARE_WEBGL);
    student = await openGamePage(browser, proxy.url, 1280, complaints);
    await student.clock.install();
    proxy.pass(MEGABYTE);
    await signIn(
      student,
      proxy.url,
      platform.accounts.find(({ role }) => role === 'User')!,
    );
    await student.waitForURL('**/play');
    await untilShown(1.8);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    proxy?.stop();
    await platform?.stop();
    build.remove();
  });

  it('never aborts a download that makes progress, however slow it is', async () => {
    for (const megabytes of [2.3, 2.8, 3.3]) {
      await student.clock.fastForward(40_000);
      proxy.pass(MEGABYTE / 2);
      await untilShown(megabytes);
    }
    expect(await student.getByText(BROKEN).count()).toBe(0);
    expect(await accessibilityViolations(student)).toEqual([]);
  }, 120_000);

  it('aborts a stalled download, and resumes it by Retry', async () => {
    await student.clock.fastForward(46_000);
    await student.getByText(BROKEN).waitFor();
    await student.getByRole('button', { name: 'Retry' }).click();
    proxy.pass(MEGABYTE);
    await untilShown(4.3);
    expect(continuedFrom()).toBeGreaterThan(2 * MEGABYTE);
  }, 120_000);

  it('reports an interrupted download, resumes it by Retry, and starts the game', async () => {
    const before = continuedFrom();
    proxy.cut();
    await student.getByText(BROKEN).waitFor();
    await student.getByRole('button', { name: 'Retry' }).click();
    proxy.pass(10 * MEGABYTE);
    await inMenu(student);
    expect(continuedFrom()).toBeGreaterThan(before);
    // only the first request was for the whole file
    expect(proxy.ranges.filter((range) => range === '')).toHaveLength(1);
  }, 120_000);

  it('produces no errors on any page, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});
