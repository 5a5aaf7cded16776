/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, launchBrowser, SOFTWARE_WEBGL } from '../testing/browser.js';
import { fly, inMenu, openGamePage, press, signIn, SLOW_MS } from '../testing/game-page.js';
import { startPlatform, type Platform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;

/** Measurements of a part of the picture. */
interface Look {
  /** Mean of red, green and blue, 0 to 255. */
  brightness: number;
  /** Share of the pixels with the colour of deserts, of water, and of fire. */
  desert: number;
  water: number;
  fire: number;
}

withChromium('picture and sound of the game, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  /** Measures a part of the page; all arguments are shares of the canvas. */
  async function look(left: number, top: number, width: number, height: number): Promise<Look> {
    const canvas = (await page.locator('canvas').boundingBox())!;
    const clip = {
      x: canvas.x + left * canvas.width,
      y: canvas.y + top * canvas.height,
      width: width * canvas.width,
      height: height * canvas.height,
    };
    const png = (await page.screenshot({ clip })).toString('base64');
    return page.evaluate(async (encoded) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${encoded}`;
      await picture.decode();
      const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
      copy.drawImage(picture, 0, 0);
      const { data } = copy.getImageData(0, 0, picture.width, picture.height);
      const seen = { brightness: 0, desert: 0, water: 0, fire: 0 };
      const count = data.length / 4;
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
        seen.brightness += (red + green + blue) / 3 / count;
        if (red > 120 && red > blue + 25 && green > blue) seen.desert += 1 / count;
        if (blue > 60 && blue > red + 25) seen.water += 1 / count;
        if (red > 80 && red > blue + 30) seen.fire += 1 / count;
      }
      return seen;
    }, png);
  }

  /** Measures until the picture matches, because maps and pictures take time to render. */
  async function untilSeen(part: readonly [number, number, number, number], isSeen: (seen: Look) => boolean) {
    for (let looks = 0; ; looks += 1) {
      const seen = await look(...part);
      if (isSeen(seen) || looks === 40) return seen;
      await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
    }
  }

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser(SOFTWARE_WEBGL);
    page = await openGamePage(browser, platform.url, 1440, complaints);
    await signIn(
      page,
      platform.url,
      platform.accounts.find(({ role }) => role === 'User')!,
    );
    await inMenu(page);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it(
    'flies over the deserts of North Africa with the Mediterranean in view',
    async () => {
      await fly(page, 'Learn', 'Approach Along the Velocity Vector');
      await press(page, 'p');
      const ground = await untilSeen([0.02, 0.7, 0.4, 0.28], ({ desert }) => desert > 0.2);
      expect(ground.desert).toBeGreaterThan(0.2);
      expect((await look(0.4, 0.55, 0.14, 0.4)).water).toBeGreaterThan(0.1);
    },
    SLOW_MS,
  );

  it(
    'shows the exhaust of a burn for a moment, as a still mark with reduced motion',
    async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const label = (await page.locator('.label.own').boundingBox())!;
      const canvas = (await page.locator('canvas').boundingBox())!;
      const right = (label.x + label.width / 2 - canvas.x) / canvas.width;
      const top = (label.y + label.height - canvas.y) / canvas.height;
      const behindShip = [right - 0.06, top, 0.06, 0.07] as const;
      // Freezes the clock, because the exhaust would end before a busy machine has taken a screenshot.
      await page.evaluate(() => {
        const stopped = performance.now();
        performance.now = () => stopped;
      });
      await press(page, '3', 'ArrowRight', 'Enter');
      await page.getByText('No burn planned').waitFor();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const burning = await look(...behindShip);
      await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
      const after = await untilSeen(behindShip, ({ fire }) => fire < burning.fire - 0.005);
      expect(after.fire).toBeLessThan(burning.fire - 0.005);
    },
    SLOW_MS,
  );

  it(
    'darkens in the shadow of the Earth, and keeps instruments and marks visible',
    async () => {
      const part = [0.02, 0.75, 0.4, 0.2] as const;
      const day = await look(...part);
      await press(page, 'p', '.', '.', '.');
      const night = await untilSeen(part, ({ brightness }) => brightness < day.brightness / 4);
      expect(night.brightness).toBeLessThan(day.brightness / 4);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
    SLOW_MS,
  );

  it(
    'keeps sound off until it is switched on, and then stores the setting for this person',
    async () => {
      const sound = page.getByRole('button', { name: 'Sound' });
      expect(await sound.getAttribute('aria-pressed')).toBe('false');
      await press(page, 'm');
      expect(await sound.getAttribute('aria-pressed')).toBe('true');
      await page.reload();
      await inMenu(page);
      expect(await sound.getAttribute('aria-pressed')).toBe('true');
      await sound.click();
      expect(await sound.getAttribute('aria-pressed')).toBe('false');
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    SLOW_MS,
  );
});
