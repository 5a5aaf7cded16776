import { openDialog, type View } from './view.js';

/** The pages before the sign-in, and the pages of accounts, organizations and permissions. */
export const ENTRY_VIEWS: readonly View[] = [
  { role: null, path: '/', what: '' },
  { role: null, path: '/', what: 'with empty fields', act: (page) => page.locator('button[type=submit]').click() },
  {
    role: null,
    path: '/',
    what: 'with the forgot-password view',
    act: async (page) => {
      await page.locator('form button[type=button]').last().click();
      await page.locator('input[type=email]').waitFor();
      await page.locator('button[type=submit]').click();
    },
  },
  {
    role: null,
    path: '/',
    what: 'with the About dialog',
    act: (page) => openDialog(page, 'footer > button', -1),
  },
  { role: null, path: '/register', what: '' },
  { role: null, path: '/register?type=JoinOrganization', what: '' },
  { role: null, path: '/password-reset', what: '' },
  { role: null, path: '/reset-password', what: '' },
  { role: null, path: '/reset-password?email=a@b.example&token=t', what: '' },
  { role: null, path: '/confirm-email', what: '' },
  { role: null, path: '/confirm-email?user=u&token=t', what: '' },
  { role: null, path: '/restore-email?user=u&token=t', what: '' },
  { role: null, path: '/unauthorized', what: '' },
  { role: null, path: '/forbidden', what: '' },
  { role: null, path: '/server-error', what: '' },
  { role: null, path: '/no/such/page', what: '' },
  {
    role: null,
    path: '/',
    what: 'without a response from the server',
    act: async (page) => {
      await page.route('**/config.json', (route) => route.abort());
      await page.reload();
      await page.getByRole('heading').waitFor();
    },
  },
  { role: 'SystemAdmin', path: '/admin', what: '' },
  { role: 'SystemAdmin', path: '/admin/organizations', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog that creates an organization',
    act: (page) => openDialog(page, 'main button.MuiButton-contained', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog that deletes an organization',
    act: (page) => openDialog(page, 'table td:last-child button', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the user limit dialog',
    act: (page) => openDialog(page, 'table td:nth-child(3) button', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog that marks an organization as unpaid',
    act: (page) => openDialog(page, 'tbody tr:last-child [role=switch]'),
  },
  { role: 'User', path: '/account', what: '' },
  {
    role: 'User',
    path: '/account',
    what: 'with a toast and a pending e-mail address',
    act: async (page, account) => {
      const form = page.locator('form:has(input[type=email])');
      await form.locator('input[type=email]').fill('new.address@ready-room.example');
      await form.locator('input[type=password]').fill(account?.password ?? '');
      await form.locator('[type=submit]').click();
      await page.locator('.MuiAlert-root[role=status]').waitFor();
    },
  },
  {
    role: 'User',
    path: '/account',
    what: 'with the dialog that signs out everywhere',
    act: (page) => openDialog(page, 'main section:last-of-type .MuiButton-colorError', -1),
  },
  { role: 'User', path: '/admin/users', what: 'without access' },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the menu of a narrow window',
    act: async (page) => {
      await page.setViewportSize({ width: 600, height: 900 });
      await page.locator('header [aria-haspopup=menu]').click();
      await page.getByRole('menu').waitFor();
    },
  },
  { role: 'SystemAdmin', path: '/admin/permissions', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/permissions',
    what: 'with the dialog that deletes an access code',
    act: async (page) => {
      await page.locator('table button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
