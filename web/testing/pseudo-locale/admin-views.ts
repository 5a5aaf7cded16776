import type { Page } from 'playwright-core';
import { openDialog, submit, type View } from './view.js';

/** Clicks a button in the row of the last user: 0 is the role, 1 the switch, followed by the actions. */
const pressInLastRow = (index: number) => async (page: Page) => {
  await page.locator('tbody tr').last().locator('button').nth(index).click();
  await page.getByRole('dialog').waitFor();
};

async function resetPassword(page: Page): Promise<void> {
  await pressInLastRow(3)(page);
  await submit(page);
  await page.locator('[role=dialog] output').waitFor();
}

/** Opens the import dialog and selects a file with these lines. */
const importUsers = (lines: readonly string[]) => async (page: Page) => {
  await page.locator('main button:has(svg):not([aria-label])').first().click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.locator('[role=dialog] table').first().waitFor();
};

async function openMonitor(page: Page): Promise<void> {
  const address = await page.locator('a[href^="/gradebook/"]').first().getAttribute('href');
  await page.goto(new URL(address?.replace('gradebook', 'monitor') ?? '', page.url()).href);
  await page.getByRole('table').waitFor();
}

/** Fills in and submits the banner form. It types no letters, because typed text is not translated. */
async function sendBanner(page: Page, end = ''): Promise<void> {
  await page.locator('textarea:not([aria-hidden])').fill('1'.repeat(60));
  await page.locator('form:has(textarea) input[type=datetime-local]').last().fill(end);
  await page.locator('form:has(textarea) [type=submit]').click();
}

export const ADMIN_VIEWS: readonly View[] = [
  { role: 'SystemAdmin', path: '/admin/users', what: '' },
  { role: 'SystemAdmin', path: '/admin/users?search=%E2%98%86', what: 'without a match' },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the role dialog of a user', act: pressInLastRow(0) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that disables a user', act: pressInLastRow(1) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that edits a user', act: pressInLastRow(2) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with a one-time code', act: resetPassword },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that ends sessions', act: pressInLastRow(4) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the history of a user', act: pressInLastRow(5) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that deletes a user', act: pressInLastRow(6) },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with the preview of an import',
    act: importUsers(['username;email;shoe', 'ada.lovelace;ada.lovelace@ready-room.example;42']),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with invalid rows of an import',
    act: importUsers(['username,email', 'ada.lovelace,no address']),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with the result of an import',
    act: async (page) => {
      await importUsers(['username,email', 'ada.lovelace,ada.lovelace@ready-room.example'])(page);
      await submit(page);
      await page.locator('[role=dialog] [type=file]').waitFor({ state: 'detached' });
    },
  },
  { role: 'OrganizationAdmin', path: '/admin/users', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/audit',
    what: 'with the state of the platform at a point in time',
    act: (page) => page.locator('summary').first().click(),
  },
  { role: 'SystemAdmin', path: '/admin/audit?targetType=organization', what: '' },
  { role: 'SystemAdmin', path: '/admin/audit?targetType=user', what: '' },
  { role: 'SystemAdmin', path: '/admin/audit?view=security', what: '' },
  { role: 'SystemAdmin', path: '/admin/audit?view=security&kind=throttled', what: 'without a match' },
  {
    role: 'SystemAdmin',
    path: '/admin/system',
    what: 'with the lag of the reactors',
    act: (page) => page.locator('summary').first().click(),
  },
  { role: 'Instructor', path: '/instructor/courses', what: 'with the monitor of a class', act: openMonitor },
  {
    role: 'SystemAdmin',
    path: '/admin/system',
    what: 'with the dialog about a banner without an end',
    act: async (page) => {
      await sendBanner(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    role: 'SystemAdmin',
    path: '/admin/system',
    what: 'with a banner, and the dialog that hides it',
    act: async (page) => {
      await sendBanner(page, '2099-12-31T23:59');
      await openDialog(page, 'main button.MuiButton-outlined.MuiButton-colorError');
    },
  },
  { role: null, path: '/', what: 'with the banner dialog', act: (page) => openDialog(page, 'section > button') },
  {
    role: 'OrganizationAdmin',
    path: '/account',
    what: 'with the dialog that asks for the password after the session has expired',
    act: async (page) => {
      const save = page.locator('main form [type=submit]').first();
      await save.waitFor();
      await page.context().clearCookies();
      await save.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
