/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../testing/browser.js';
import { dataOf, hardCodedTexts } from '../testing/hard-coded-text.js';
import { startPlatform, type Platform } from '../testing/platform.js';

interface View {
  /** Of the demo's accounts; null where nobody is signed in. */
  role: 'SystemAdmin' | 'OrganizationAdmin' | 'Instructor' | 'User' | null;
  path: string;
  /** Names what `act` opens, for the title of the test. */
  what: string;
  /** Opens a dialog, a menu or another view of the page. */
  act?: (page: Page) => Promise<void>;
}

const VIEWS: readonly View[] = [
  { role: 'SystemAdmin', path: '/admin/permissions', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/permissions',
    what: 'with the dialog that deletes',
    act: async (page) => {
      await page.locator('table button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

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

  async function signedIn(role: string): Promise<{ page: Page; data: Set<string> }> {
    const account = platform.accounts.find((candidate) => candidate.role === role);
    const opened = await open();
    await opened.page.locator('input[autocomplete=username]').fill(account?.username ?? '');
    await opened.page.locator('input[type=password]').fill(account?.password ?? '');
    await opened.page.keyboard.press('Enter');
    await opened.page.waitForURL((url) => url.pathname !== '/');
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
    if (role !== null) await page.goto(`${platform.url}${path}`);
    await page.waitForLoadState('networkidle');
    await act?.(page);
    expect(await hardCodedTexts(page, data)).toEqual([]);
  });
});
