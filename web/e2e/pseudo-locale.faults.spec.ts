/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../testing/browser.js';
import { dataOf, hardCodedTexts } from '../testing/hard-coded-text.js';
import { ADMIN_VIEWS } from '../testing/pseudo-locale/admin-views.js';
import { COURSE_VIEWS } from '../testing/pseudo-locale/course-views.js';
import { ENTRY_VIEWS } from '../testing/pseudo-locale/entry-views.js';
import type { View } from '../testing/pseudo-locale/view.js';
import { type Account, startPlatform, type Platform } from '../testing/platform.js';

/** In an order that the demo data require: later views depend on the actions of earlier ones. */
const VIEWS: readonly View[] = [...ENTRY_VIEWS, ...COURSE_VIEWS, ...ADMIN_VIEWS];
const MOST_LOOKS = 4;
const LOOK_AGAIN_MS = 250;

const withChromium = chromiumPath() ? describe : describe.skip;

/** The browser window of one role. */
interface Opened {
  page: Page;
  account: Account | undefined;
  /** Every string that the server has sent. */
  data: Set<string>;
}

withChromium('message catalogues, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  const opened = new Map<View['role'], Opened>();

  /** Opens a window that prefers the pseudo-locale, and signs in; once per role. */
  async function open(role: View['role']): Promise<Opened> {
    const known = opened.get(role);
    if (known) return known;
    const context = await browser.newContext({ locale: 'en-XA', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const account = platform.accounts.find((candidate) => candidate.role === role);
    const window: Opened = { page, account, data: dataOf(page) };
    if (account) {
      await page.goto(platform.url);
      await page.locator('input[autocomplete=username]').fill(account.username);
      await page.locator('input[type=password]').fill(account.password);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/');
    }
    opened.set(role, window);
    return window;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it.each(VIEWS)('provide every text for the role $role on $path $what', async ({ role, path, act }) => {
    const { page, account, data } = await open(role);
    await page.unrouteAll();
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${platform.url}${path}`);
    await page.waitForLoadState('networkidle');
    await act?.(page, account);
    let found = await hardCodedTexts(page, data);
    // The page may show data before this process has recorded it.
    for (let looks = 1; found.length > 0 && looks < MOST_LOOKS; looks += 1) {
      await page.waitForTimeout(LOOK_AGAIN_MS);
      found = await hardCodedTexts(page, data);
    }
    expect(found).toEqual([]);
  });
});
