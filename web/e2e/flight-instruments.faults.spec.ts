/** @jest-environment node */
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { fly, inMenu, signIn, SLOW_MS, watch } from '../testing/game-page.js';
import { startPlatform, type Account, type Platform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;
const FLIGHT = 'Low Orbit Rendezvous';

withChromium('the instruments of a flight, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  const complaints: string[] = [];

  /** Opens the game's menu as a signed-in student. */
  async function openGame(nth: number, screen: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await browser.newContext(screen);
    context.setDefaultTimeout(SLOW_MS);
    const page = await context.newPage();
    watch(page, platform.url, complaints);
    const students: Account[] = platform.accounts.filter(({ role }) => role === 'User');
    await signIn(page, platform.url, students[nth]!);
    await inMenu(page);
    return page;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const isWiderThanWindow = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  const middleOf = async (handle: Locator): Promise<{ x: number; y: number }> => {
    const { x, y, width, height } = (await handle.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };

  async function dragWithMouse(page: Page, handle: Locator, x: number, y: number): Promise<void> {
    // Waits until the handle has stopped moving, because a new start state is drawn a moment later.
    await handle.hover();
    const from = await middleOf(handle);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + x, from.y + y, { steps: 4 });
    await page.mouse.up();
  }

  async function dragWithFinger(page: Page, handle: Locator, x: number, y: number): Promise<void> {
    const from = await middleOf(handle);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await send('touchStart', [from]);
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', [{ x: from.x + x * part, y: from.y + y * part }]);
    await send('touchEnd', []);
  }

  it('plans a burn by mouse, and runs time to the closest approach', async () => {
    const page = await openGame(0, { viewport: { width: 1440, height: 900 } });
    await fly(page, 'Compete', FLIGHT);
    await page.getByRole('button', { name: 'Pause' }).click();
    const picture = page.getByRole('img', { name: /^Plot of the path/ });
    const planned = page.locator('.path[data-look="planned"]');
    const handle = page.getByRole('slider', { name: 'Planned burn' });
    await dragWithMouse(page, handle, -20, -30);
    expect(await page.getByLabel('Along', { exact: true }).inputValue()).toBe('-0.2');
    expect(await page.getByLabel('Radial', { exact: true }).inputValue()).toBe('0.3');
    const before = await planned.getAttribute('d');
    await page.getByLabel('Radial', { exact: true }).fill('0.25');
    expect(await planned.getAttribute('d')).not.toBe(before);
    expect(await picture.getAttribute('aria-label')).toContain('With the planned burn, closest approach: ');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);

    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Closest approach' }).click();
    await page.getByText(/^Selected: time/).waitFor();
    await page.getByRole('button', { name: 'Warp to here' }).click();
    await page.getByText('Time is paused at the selected position.').waitFor();
    const closest = page.locator('.reading', { hasText: 'Closest approach' }).locator('dd');
    expect(await closest.textContent()).toMatch(/ (now|in 0:0[0-2])$/);
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('button', { name: 'Leave the flight' }).click();

    await page.getByRole('tab', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: 'New sandbox' }).click();
    await page.getByLabel('Preset').selectOption('Football ellipse');
    await dragWithMouse(page, page.getByRole('slider', { name: 'Start position' }), 0, -40);
    const radial = Number(await page.getByLabel('Radial', { exact: true }).first().inputValue());
    expect(radial).toBeGreaterThan(-200);
    expect(radial).toBeLessThan(0);
    await page.getByText('Your own start state.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await page.context().close();
  }, 120_000);

  it('works by touch on a phone', async () => {
    const page = await openGame(1, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await fly(page, 'Compete', FLIGHT);
    await page.getByRole('button', { name: 'Pause' }).tap();
    await page.getByRole('button', { name: '2D plot' }).tap();
    const plot = page.getByRole('region', { name: 'Plot' });
    for (const button of await plot.getByRole('button').all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await dragWithFinger(page, page.getByRole('slider', { name: 'Planned burn' }), 40, 0);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('.burn-fields input')].some(({ value }) => value === '0.4'),
    );
    // on a slow machine Chromium does not turn a tap soon after a drag into a click
    await page.getByRole('button', { name: 'Later tick' }).click();
    await page.getByText(/^Selected: time/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await isWiderThanWindow(page)).toBe(false);
    await page.context().close();
  }, 120_000);

  it('produces no errors on any page, and requests no other host', () => {
    expect(complaints).toEqual([]);
  });
});
