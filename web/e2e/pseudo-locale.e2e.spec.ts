/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../testing/browser.js';
import { VIEWS } from '../testing/pseudo-locale-views.js';
import { dataOf, hardCodedTexts } from '../testing/hard-coded-text.js';
import { startPlatform, type Platform } from '../testing/platform.js';

const MOST_LOOKS = 4;
const LOOK_AGAIN_MS = 250;

const withChromium = chromiumPath() ? describe : describe.skip;

withChromium('every text comes from a message catalogue, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;

  /** A browser that prefers the pseudo-locale, and what the server sends it. */
  async function open(path = '/'): Promise<{ page: Page; data: Set<string> }> {
    const context = await browser.newContext({ locale: 'en-XA', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const data = dataOf(page);
    await page.goto(`${platform.url}${path}`);
    await page.waitForLoadState('networkidle');
    return { page, data };
  }

  const signedInPages = new Map<string, { page: Page; data: Set<string> }>();

  /** Signs in once as each role. */
  async function signedIn(role: string): Promise<{ page: Page; data: Set<string> }> {
    const known = signedInPages.get(role);
    if (known) return known;
    const account = platform.accounts.find((candidate) => candidate.role === role);
    const opened = await open();
    await opened.page.locator('input[autocomplete=username]').fill(account?.username ?? '');
    await opened.page.locator('input[type=password]').fill(account?.password ?? '');
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL((url) => url.pathname !== '/');
    signedInPages.set(role, opened);
    return opened;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it.each(VIEWS)('$role on $path $what', async ({ role, path, act }) => {
    const { page, data } = role === null ? await open(path) : await signedIn(role);
    if (role !== null) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(`${platform.url}${path}`);
    }
    await page.waitForLoadState('networkidle');
    await act?.(page);
    let found = await hardCodedTexts(page, data);
    // The page may show data before this process has read it.
    for (let looks = 1; found.length > 0 && looks < MOST_LOOKS; looks += 1) {
      await page.waitForTimeout(LOOK_AGAIN_MS);
      found = await hardCodedTexts(page, data);
    }
    expect(found).toEqual([]);
  });
});
