/** @jest-environment node */
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, chromiumPath, launchBrowser, printed, windowScrolls } from '../testing/browser.js';
import { startPlatform, type Platform } from '../testing/platform.js';

const withChromium = chromiumPath() ? describe : describe.skip;

withChromium('the admin area, in Chromium (needs chromium)', () => {
  let platform: Platform;
  let browser: Browser;
  let admin: Page;
  /** The administrator of an organization, on a phone in dark mode. */
  let other: Page;
  const complaints: string[] = [];

  async function signIn(role: string, width: number, colorScheme: 'light' | 'dark'): Promise<Page> {
    const account = platform.accounts.find((candidate) => candidate.role === role);
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== platform.url) complaints.push(`request to ${origin}`);
    });
    await page.goto(platform.url);
    await page.getByLabel('Username').fill(account?.username ?? '');
    await page.getByLabel('Password').fill(account?.password ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users');
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

  const rowOf = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  const submit = (name: string) => admin.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const closed = () => admin.getByRole('dialog').waitFor({ state: 'detached' });
  const expectAccessible = async (page: Page) => expect(await accessibilityViolations(page)).toEqual([]);

  beforeAll(async () => {
    platform = await startPlatform();
    browser = await launchBrowser();
    admin = await signIn('SystemAdmin', 1440, 'light');
    other = await signIn('OrganizationAdmin', 390, 'dark');
  });

  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  it('keeps the page when a dialog fails to load, and its filters when a new version is loaded', async () => {
    const dialogs = '**/assets/user-dialogs-*.js';
    const document = `${platform.url}/`;
    const edit = () => admin.getByRole('button', { name: 'Edit student01', exact: true }).click();
    await admin.getByRole('searchbox', { name: 'Search' }).fill('student01');
    await admin.waitForURL(/search=student01/);
    await rowOf(admin, 'student02').waitFor({ state: 'detached' });
    await admin.route(dialogs, (route) => route.abort());
    await admin.route(document, (route) => route.abort());
    await edit();
    await admin.getByRole('dialog', { name: 'This could not be loaded.' }).waitFor();
    await expectAccessible(admin);
    await admin.unroute(dialogs);
    await admin.unroute(document);
    await admin.getByRole('button', { name: 'Try again' }).click();
    await admin.getByRole('dialog', { name: 'Edit student01' }).waitFor();

    await admin.reload();
    await admin.route(dialogs, (route) => route.fulfill({ status: 404 }));
    await admin.route(document, (route) => route.fulfill({ body: '<script type="module" src="/assets/newer.js">' }));
    await edit();
    await admin.getByRole('dialog', { name: 'A new version is available.' }).waitFor();
    await admin.unroute(dialogs);
    await admin.unroute(document);
    await admin.getByRole('button', { name: 'Reload' }).click();
    await admin.getByRole('dialog').waitFor({ state: 'detached' });
    await edit();
    await admin.getByRole('dialog', { name: 'Edit student01' }).waitFor();
    await submit('Cancel');
    expect(await admin.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('student01');
    await admin.getByRole('searchbox', { name: 'Search' }).fill('');
    await rowOf(admin, 'student02').waitFor();
  });

  it('keeps the session on Back: the login page redirects to the landing page', async () => {
    const { username, password } = platform.accounts.find(({ role }) => role === 'Instructor')!;
    const page = await (await browser.newContext()).newPage();
    await page.goto(platform.url);
    await page.goto(`${platform.url}/register`);
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/instructor/gradebook/*');
    await page.goBack();
    await page.waitForURL('**/register');
    await page.goBack();
    await page.waitForURL('**/instructor/gradebook/*');
    await page.getByText(`Logged in as: ${username}`).waitFor();
    await page.goto(platform.url);
    await page.getByText("You've been logged out").waitFor();
    await page.context().close();
  });

  it('asks for the password in a dialog when the session expires', async () => {
    const { password } = platform.accounts.find(({ role }) => role === 'SystemAdmin')!;
    await admin.getByLabel('Search').fill('student0');
    await rowOf(admin, 'student10').waitFor({ state: 'detached' });
    for (const name of ['rr-access', 'rr-refresh']) await admin.context().clearCookies({ name });
    await admin.getByRole('switch', { name: 'Enabled: student09' }).click();
    await submit('Disable');
    const expired = admin.getByRole('dialog', { name: 'Session expired' });
    await expired.waitFor();
    await expectAccessible(admin);
    await expired.getByLabel('Password').fill(password);
    await expired.getByRole('button', { name: 'Sign in' }).click();
    await expired.waitFor({ state: 'detached' });
    await closed();
    await admin.getByRole('switch', { name: 'Disabled: student09' }).click();
    await admin.getByRole('switch', { name: 'Enabled: student09' }).waitFor();
    expect(await admin.getByLabel('Search').inputValue()).toBe('student0');
    await admin.getByLabel('Search').fill('');
    await rowOf(admin, 'student10').waitFor();
  });

  it.each([
    ['a row near the top at 1440 pixels', () => admin, 'student01'],
    ['a row near the bottom at 1440 pixels', () => admin, 'student30'],
    ['a row near the top at 390 pixels', () => other, 'student01'],
    ['a row near the bottom at 390 pixels', () => other, 'student30'],
  ])('shows a message away from %s after an action on it', async (_, pageOf, name) => {
    const page = pageOf();
    const row = rowOf(page, name);
    await row.getByRole('switch').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    const message = page.getByRole('status').filter({ hasText: `${name} disabled.` });
    // A message under the pointer stays, however long the checks take.
    await message.hover();
    const [shown, acted] = [(await message.boundingBox())!, (await row.getByRole('switch').boundingBox())!];
    expect(shown.y >= acted.y + acted.height || shown.y + shown.height <= acted.y).toBe(true);
    await expectAccessible(page);
    await message.getByRole('button', { name: 'Close' }).click();
    await row.getByRole('switch').click();
    const back = page.getByRole('status').filter({ hasText: `${name} enabled.` });
    await back.getByRole('button', { name: 'Close' }).click();
    await back.waitFor({ state: 'detached' });
  });

  it('shows an organization admin the users of their organization, with live changes by others', async () => {
    await other.getByRole('switch', { name: 'Enabled: student01' }).waitFor();
    const sections = other.getByRole('navigation', { name: 'Admin sections' });
    expect(await sections.isVisible()).toBe(false);
    await other.getByRole('button', { name: 'Sidebar' }).click();
    expect(await sections.getByRole('link').allTextContents()).toEqual(['Users', 'Courses']);
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Sidebar' }).click();
    // thirty students do not fit into the window, so they scroll under the bar, beside the sidebar
    expect(await windowScrolls(admin)).toBe(false);
    await admin.getByRole('switch', { name: 'Enabled: student01' }).click();
    await submit('Disable');
    await closed();
    await other.getByRole('switch', { name: 'Disabled: student01' }).waitFor();
    await expectAccessible(admin);
    await expectAccessible(other);
  });

  it('prints users, courses and the audit in landscape, with all columns and without bars', async () => {
    for (const section of ['Users', 'Courses', 'Audit']) {
      await admin.getByRole('link', { name: section, exact: true }).click();
      await admin.getByRole('table', { name: section }).waitFor();
      expect([section, await printed(admin)]).toEqual([section, { sheets: 'landscape', cut: false, chrome: [] }]);
    }
    await admin.getByRole('link', { name: 'Users', exact: true }).click();
  });

  it.each(['users', 'courses'])(
    'shows all columns of %s in a window of 1,280 pixels, or scrolls to them',
    async (path) => {
      await admin.setViewportSize({ width: 1280, height: 900 });
      await admin.goto(`${platform.url}/admin/${path}`);
      const table = admin.getByRole('table');
      await table
        .getByRole('button', { name: /^Delete / })
        .first()
        .waitFor();
      const [tableEnd, frameEnd, overflow] = await table.evaluate((element) => {
        const frame = element.parentElement!;
        const [table, around] = [element, frame].map((each) => each.getBoundingClientRect().right);
        return [table!, around!, getComputedStyle(frame).overflowX] as const;
      });
      expect(overflow === 'auto' ? frameEnd : tableEnd).toBeLessThanOrEqual(1280);
      await admin.setViewportSize({ width: 1440, height: 900 });
      await admin.goto(`${platform.url}/admin/users`);
    },
  );

  it('changes a profile and a role, and records both in the history', async () => {
    await admin.getByRole('button', { name: 'Edit student02', exact: true }).click();
    await admin.getByLabel('Rank/Title').fill('Maj');
    await submit('Save');
    await closed();
    await rowOf(admin, 'student02').getByText(/^Maj /).waitFor();
    await admin.getByRole('button', { name: 'Edit Role of student02' }).click();
    await admin.getByRole('dialog').getByLabel('Role').selectOption('Instructor');
    await submit('Save');
    await closed();
    await rowOf(other, 'student02').getByText('Instructor').waitFor();
    await other.getByRole('button', { name: 'History of student02' }).click();
    await other.getByText('Changed the role').waitFor();
    await other.getByText('Changed names or e-mail').waitFor();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Close' }).click();
  });

  it('issues a one-time code, and shows who has not used it', async () => {
    await admin.getByRole('button', { name: 'Reset password of student03' }).click();
    await submit('Reset password');
    expect(await admin.locator('output').textContent()).toMatch(/^\w+(-\w+)+$/);
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Done' }).click();
    await rowOf(admin, 'student03').getByText('PASSWORD PENDING').waitFor();
    await rowOf(other, 'student03').getByText('PASSWORD PENDING').waitFor();
  });

  it('deletes a user on every open page', async () => {
    await admin.getByRole('button', { name: 'Delete student30', exact: true }).click();
    await submit('Delete');
    await rowOf(admin, 'student30').waitFor({ state: 'detached' });
    await rowOf(other, 'student30').waitFor({ state: 'detached' });
  });

  it('creates an organization and assigns it an access code', async () => {
    await admin.getByRole('link', { name: 'Organizations' }).click();
    await admin.getByRole('button', { name: 'Add Organization' }).click();
    await admin.getByLabel('Name').fill('Wing 26');
    await admin.keyboard.press('Enter');
    await rowOf(admin, 'Wing 26').getByText('0 / 5').waitFor();
    await admin.getByRole('switch', { name: 'Unpaid: Wing 26' }).click();
    await admin.getByRole('switch', { name: 'Paid: Wing 26' }).waitFor();
    await admin.getByRole('button', { name: 'Delete Demo Squadron' }).click();
    await submit('Delete');
    await admin.getByText('Organization still has users or courses.').waitFor();
    await submit('Cancel');
    await closed();
    await expectAccessible(admin);
    await admin.getByRole('link', { name: 'Access Codes' }).click();
    await admin.getByRole('button', { name: 'Add Access Code' }).click();
    await admin
      .getByRole('button', { name: /^EDIT ORG/, disabled: false })
      .first()
      .click();
    await admin.getByRole('dialog').getByLabel('Organization').selectOption('Wing 26');
    await submit('Assign');
    await closed();
    await admin.getByRole('cell', { name: /^Wing 26/ }).waitFor();
    const assigned = admin.getByRole('row').filter({ hasText: 'Wing 26' });
    expect(await assigned.getByRole('button', { name: /^EDIT ORG/ }).isDisabled()).toBe(true);
    await expectAccessible(admin);
  });

  it('shows a course from its creation to its end on every open page', async () => {
    const name = 'Proximity Drill';
    const clickAction = (label: string) => admin.getByRole('button', { name: `${label} of ${name}` }).click();
    const choose = (label: string) => admin.getByRole('dialog').getByRole('radio', { name: label }).click();
    const everywhere = (text: string) =>
      Promise.all([admin, other].map((page) => rowOf(page, name).getByText(text).first().waitFor()));
    await other.getByRole('button', { name: 'Sidebar' }).click();
    for (const page of [admin, other]) await page.getByRole('link', { name: 'Courses' }).click();
    await admin.getByRole('button', { name: 'Create Course' }).click();
    await admin.getByLabel('Name', { exact: true }).fill(name);
    await admin.getByRole('dialog').getByLabel('Organization').selectOption('Demo Squadron');
    await admin.getByRole('dialog').getByLabel('Instructor').selectOption({ index: 1 });
    await admin.getByLabel('Add students').fill('student04');
    await admin.getByRole('button', { name: 'Add student04' }).click();
    await expectAccessible(admin);
    const created: string[] = [];
    admin.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/groups'))
        created.push(request.headers()['idempotency-key'] ?? '');
    });
    await admin.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).dblclick();
    await closed();
    await everywhere('Inactive');
    expect(created).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await clickAction('Schedule/Start New Class');
    await choose('Schedule Start');
    await admin.getByLabel('Start date').fill('9000-01-01T09:30');
    await submit('Schedule Start');
    await everywhere('01/01/9000 @ 09:30');
    await closed();
    await clickAction('Change the scheduled start');
    await choose('Start Now');
    await submit('Start Now');
    await everywhere('Started on');
    await closed();
    await clickAction('Schedule/End Class');
    await choose('End Now');
    await submit('End Now');
    await admin.getByLabel('Disable all users in course?').check();
    await expectAccessible(admin);
    await submit('End class');
    await everywhere('Ended on');
    await closed();
    await clickAction('Resume the last class');
    await submit('Resume class');
    await admin.getByText('Every student of the class can sign in.').waitFor();
    await submit('Done');
    await everywhere('Active');
    await other.getByRole('button', { name, exact: true }).click();
    await other.getByRole('heading', { name: 'Students (1)' }).waitFor();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Close' }).click();
    await admin.getByRole('button', { name: `Delete ${name}` }).click();
    await submit('Delete');
    await Promise.all([admin, other].map((page) => rowOf(page, name).waitFor({ state: 'detached' })));
    await closed();
  });

  it('records everything in the audit, which can be filtered by action', async () => {
    await admin.getByRole('link', { name: 'Audit' }).click();
    const assigned = admin.getByRole('cell', { name: 'Assigned the access code' });
    await assigned.first().waitFor();
    await admin.getByLabel('Done by').fill('admin');
    await admin.waitForURL(/actorId=/);
    await admin.getByLabel('Action').selectOption('Changed the role');
    await assigned.first().waitFor({ state: 'detached' });
    await admin.getByRole('cell', { name: 'Role: User to Instructor' }).waitFor();
    await expectAccessible(admin);
  });

  it('accepts audit times from the keyboard, digit by digit and repeatedly', async () => {
    for (const [date, time, inAddress] of [
      ['11202026', '0915AM', 'from=2026-11-20T09%3A15'],
      ['11052025', '1230PM', 'from=2025-11-05T12%3A30'],
    ] as const) {
      await admin.getByLabel('From').focus();
      await admin.keyboard.type(date + time, { delay: 30 });
      await admin.waitForURL((address) => address.search.includes(inAddress));
      await admin.getByLabel('Action').focus();
    }
  });

  it('shows the status of the platform, the served game, and no failures', async () => {
    await admin.getByRole('link', { name: 'System' }).click();
    const status = admin.getByRole('region', { name: 'STATUS' });
    const nodes = status.getByRole('list', { name: 'Nodes' });
    await nodes.getByText('Leader', { exact: true }).waitFor();
    expect(await nodes.getByRole('listitem').count()).toBe(1);
    await status.getByText(/^Up Build, engine version unknown, [\d.]+ [kM]B, not compressed$/).waitFor();
    await status.getByText('Attempts', { exact: true }).waitFor();
    await status.getByText(/^Reactors: /).click();
    await status.getByText('Password mails', { exact: true }).waitFor();
    await admin.getByText('No dead letters.').waitFor();
    await expectAccessible(admin);
  });

  it('produces no errors, and requests no other origin', () => {
    expect(complaints).toEqual([]);
  });
});
