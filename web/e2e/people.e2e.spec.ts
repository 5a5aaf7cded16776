/** @jest-environment node */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, holdBack, launchBrowser } from '../testing/browser.js';
import { mailTo } from '../testing/mails.js';
import { startPlatform, type Platform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;

const NAME = 'ada.byron';
const EMAIL = 'ada.byron@ready-room.example';
const [CANCELLED_EMAIL, NEW_EMAIL] = ['ada.cancelled@ready-room.example', 'ada.lovelace@ready-room.example'];
const PASSWORDS = ['perigee_kick_25!', 'apogee_raise_26?', 'zenith_watch_27#'] as const;

withChromium('registration and account self-service, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== platform.url) complaints.push(`request to ${origin}`);
    });
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  async function fill(fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  }

  async function signIn(password: string): Promise<void> {
    await fill({ Username: NAME, Password: password });
    await page.keyboard.press('Enter');
  }

  async function signInAndOut(password: string): Promise<void> {
    await signIn(password);
    await page.waitForURL('**/play');
    await logOutButton().click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
  }

  // a game may have a button of this name too
  const logOutButton = () =>
    page.getByRole('region', { name: 'You are not in a course yet' }).getByRole('button', { name: 'Log out' });

  const expectAccessible = async () => expect(await accessibilityViolations(page)).toEqual([]);

  it('registers a free account, after showing validation errors', async () => {
    await page.goto(`${platform.url}/register?type=Standalone`);
    await fill({ Username: 'a!', Email: EMAIL, Password: PASSWORDS[0], 'First Name': 'Ada' });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Username must be 3 to 64 letters, digits, dots, underscores or hyphens.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('username');
    await expectAccessible();
    await fill({ Username: NAME });
    await page.getByLabel('Nationality').selectOption({ label: 'United Kingdom' });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(`${NAME} registered`).waitFor();
    await expectAccessible();
    await page.getByRole('link', { name: 'Log in' }).click();
    await signInAndOut(PASSWORDS[0]);
  });

  it('keeps the buttons below the game in place while the game loads and starts', async () => {
    const release = await holdBack(page, /\/game-viewer-[^/]*\.js$/);
    await signIn(PASSWORDS[0]);
    await page.waitForURL('**/play');
    await page.getByRole('region', { name: 'Game' }).getByText('Loading').waitFor();
    const beforeViewer = await topOf(logOutButton());
    release();
    await page.getByRole('progressbar').or(page.getByRole('application')).first().waitFor();
    const beforeGame = await topOf(logOutButton());
    await page.getByRole('application', { name: 'Game' }).waitFor();
    await page.getByRole('button', { name: 'Full screen', disabled: false }).first().waitFor();
    expect([beforeGame, await topOf(logOutButton())]).toEqual([beforeViewer, beforeViewer]);
    await logOutButton().click();
    await page.getByRole('button', { name: 'Login' }).waitFor();
  });

  it('sets a new password with a mailed link', async () => {
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await fill({ 'Enter Email': EMAIL });
    await page.keyboard.press('Enter');
    await page.getByText(/^If your email is in the system/).waitFor();
    await expectAccessible();
    const mail = await mailTo(platform.outbox, EMAIL, '/reset-password?');
    const link = new URL(/https?:\/\/\S+\/reset-password\?\S+/.exec(mail)?.[0] ?? '');
    await page.goto(`${platform.url}${link.pathname}${link.search}`);
    await page.getByLabel('New Password').waitFor();
    expect(page.url()).toBe(`${platform.url}/reset-password`);
    await expectAccessible();
    await fill({ 'New Password': PASSWORDS[1], 'Confirm Password': PASSWORDS[1] });
    await page.keyboard.press('Enter');
    await page.getByText('Password successfully reset. You can now log in.').waitFor();
    await page.waitForURL(`${platform.url}/`);
    await signInAndOut(PASSWORDS[1]);
  });

  it('sets a new password with a one-time code of an administrator', async () => {
    const admin = platform.accounts.find(({ role }) => role === 'SystemAdmin');
    const code = await requireNewPassword(platform.url, admin as { username: string; password: string });
    await signIn(PASSWORDS[1]);
    await page.getByText(/^Password reset pending\. Choose a new password\./).waitFor();
    await signIn(code);
    await page.waitForURL('**/password-reset');
    expect(await page.getByLabel('Username').inputValue()).toBe(NAME);
    await fill({ 'New Password': PASSWORDS[2], 'Confirm Password': PASSWORDS[2] });
    await expectAccessible();
    await page.keyboard.press('Enter');
    await page.getByText('Password reset successfully').waitFor();
    await signInAndOut(PASSWORDS[2]);
  });

  it('changes the e-mail address with a link that needs no session, and ends all sessions', async () => {
    await signIn(PASSWORDS[2]);
    await page.waitForURL('**/play');
    await page.goto(`${platform.url}/account`);
    const section = page.getByRole('region', { name: 'E-mail address' });
    const requestReset = async (email: string) => {
      await section.getByLabel('New e-mail address').fill(email);
      await section.getByLabel('Current password').fill(PASSWORDS[2]);
      await page.keyboard.press('Enter');
      await section.getByText(email).waitFor();
    };
    await requestReset(CANCELLED_EMAIL);
    await expectAccessible();
    await section.getByRole('button', { name: 'Cancel change' }).click();
    await section.getByText(CANCELLED_EMAIL).waitFor({ state: 'detached' });
    await requestReset(NEW_EMAIL);

    const mail = await mailTo(platform.outbox, NEW_EMAIL, '/confirm-email?');
    const link = new URL(/https?:\/\/\S+\/confirm-email\?\S+/.exec(mail)?.[0] ?? '');
    const elsewhere = await browser.newContext();
    const mailed = await elsewhere.newPage();
    await mailed.goto(`${platform.url}${link.pathname}${link.search}`);
    await mailed.getByRole('button', { name: 'Confirm address' }).click();
    await mailed.getByText('Your e-mail address is confirmed.').waitFor();
    expect(mailed.url()).toBe(`${platform.url}/confirm-email`);
    expect(await accessibilityViolations(mailed)).toEqual([]);
    await elsewhere.close();
    await mailTo(platform.outbox, EMAIL, '/restore-email?');

    await page.reload();
    await section.getByText(NEW_EMAIL).waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${platform.url}/`);
  });

  it('redirects from pages that the role may not see', async () => {
    await signIn(PASSWORDS[2]);
    await page.waitForURL('**/play');
    await page.goto(`${platform.url}/admin/users`);
    await page.getByText("You don't have access to this!").waitFor();
    await expectAccessible();
  });

  it('produces no errors, and requests no other origin', () => {
    expect(complaints).toEqual([]);
  });
});

/** Returns an element's distance from the top of its document, in pixels, wherever the document is scrolled. */
const topOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => node.getBoundingClientRect().top + node.closest('[data-testid="play-area"]')!.scrollTop);

/** Requires a new password for a user as an administrator does. Returns the one-time code. */
async function requireNewPassword(url: string, admin: { username: string; password: string }): Promise<string> {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const { username, password } = admin;
  const token = (await call('POST', '/auth/session', {}, { username, password })).headers.get('x-auth-token') ?? '';
  const signedIn = { 'x-auth-token': token };
  const found = (await (await call('GET', `/users?search=${NAME}`, signedIn)).json()) as { id: string }[];
  const answer = await call('POST', `/users/passwordResets/${found[0]?.id}`, signedIn);
  return ((await answer.json()) as { code: string }).code;
}
