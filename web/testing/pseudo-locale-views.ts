import type { Page } from 'playwright-core';

/** A page as somebody sees it. */
export interface View {
  /** Of the demo's accounts; null where nobody is signed in. */
  role: 'SystemAdmin' | 'OrganizationAdmin' | 'Instructor' | 'User' | null;
  path: string;
  /** Names what `act` opens, for the title of the test. */
  what: string;
  /** Opens a dialog, a menu or another view of the page. */
  act?: (page: Page) => Promise<void>;
}

/** Clicks what opens a dialog or a drawer. */
async function openDialog(page: Page, selector: string, nth = 0): Promise<void> {
  await page.locator(selector).nth(nth).click();
  await page.getByRole('dialog').waitFor();
}

const submit = (page: Page): Promise<void> => page.getByRole('dialog').locator('[type=submit]').click();

/** Opens the address of the first such link in the same tab. */
async function follow(page: Page, selector: string): Promise<void> {
  const address = await page.locator(selector).first().getAttribute('href');
  await page.goto(new URL(address ?? '', page.url()).href);
  await page.waitForLoadState('networkidle');
}

/** The newest class of the first course that has had one. */
const openGradebook = (page: Page): Promise<void> => follow(page, 'tbody a');

async function openQuiz(page: Page): Promise<void> {
  await openGradebook(page);
  await follow(page, '[role=columnheader] a');
}

/** Renders the page as on paper; the media type comes second, as in a browser that prints. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

/** Without letters, because a text that was typed is not translated. */
const NO_MATCH = '?search=%3F%3F';

/** Columns of the list of courses. */
const START = 'tbody td:nth-of-type(3) button';
const END = 'tbody td:nth-of-type(4) button';

/** In the order of a class that is over, and then is resumed: later ones need what earlier ones have done. */
const COURSE_VIEWS: readonly View[] = [
  { role: 'Instructor', path: '/instructor/courses', what: '' },
  { role: 'Instructor', path: `/instructor/courses${NO_MATCH}`, what: 'without a match' },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with a course and its classes',
    async act(page) {
      await openDialog(page, 'tbody th button', 1);
      await page.getByRole('dialog').locator('ol').waitFor();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that starts a class',
    act: (page) => openDialog(page, START),
  },
  { role: 'SystemAdmin', path: '/admin/courses', what: '' },
  { role: 'SystemAdmin', path: `/admin/courses${NO_MATCH}`, what: 'without a match' },
  {
    role: 'SystemAdmin',
    path: '/admin/courses',
    what: 'with the dialog that creates a course',
    async act(page) {
      await openDialog(page, 'main button.MuiButton-contained');
      await page.getByRole('dialog').locator('input').first().fill('1'.repeat(60));
      await submit(page);
      await page.getByRole('dialog').locator('select').first().selectOption({ index: 1 });
      await page.getByRole('dialog').locator('input[type=search]').fill('student01');
      await page.getByRole('dialog').locator('ul button').first().click();
    },
  },
  {
    role: 'SystemAdmin',
    path: '/admin/courses',
    what: 'with the dialog that changes the instructor',
    act: (page) => openDialog(page, 'tbody td:last-of-type button', 0),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/courses',
    what: 'with the dialog that deletes a course',
    act: (page) => openDialog(page, 'tbody td:last-of-type button', 2),
  },
  { role: 'User', path: '/play', what: 'after the class' },
  {
    role: 'User',
    path: '/play',
    what: 'with the dialog that joins a course',
    act: (page) => openDialog(page, '[aria-labelledby=current-course] button'),
  },
  { role: 'Instructor', path: '/instructor/courses', what: 'to the gradebook', act: openGradebook },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the gradebook, filtered, and on paper',
    async act(page) {
      await openGradebook(page);
      await page.goto(`${page.url()}?search=01`);
      await page.getByRole('grid').waitFor();
      await print(page);
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the gradebook without a match',
    async act(page) {
      await openGradebook(page);
      await page.goto(`${page.url()}${NO_MATCH}`);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the distribution of grades',
    async act(page) {
      await openGradebook(page);
      await openDialog(page, '[data-place="1:1"]');
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the attempts of a student',
    async act(page) {
      await openGradebook(page);
      await openDialog(page, 'main p button');
      await page.getByRole('dialog').locator('summary').first().click();
    },
  },
  { role: 'Instructor', path: '/instructor/courses', what: 'to the responses of a quiz', act: openQuiz },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the responses of a quiz, on paper, with released answers',
    async act(page) {
      await openQuiz(page);
      await page.getByRole('switch').click();
      await page.getByRole('status').first().waitFor();
      await print(page);
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'to the item analysis of a quiz',
    async act(page) {
      await openQuiz(page);
      await page.goto(`${page.url()}?view=items`);
      await page.getByRole('table').waitFor();
    },
  },
  {
    role: 'User',
    path: '/results',
    what: 'with answers',
    async act(page) {
      await page.locator('summary').first().click();
      await page.locator('details ol').first().waitFor();
    },
  },
  { role: 'SystemAdmin', path: '/admin/sandboxes', what: '' },
  { role: 'SystemAdmin', path: `/admin/sandboxes${NO_MATCH}`, what: 'without a match' },
  {
    role: 'SystemAdmin',
    path: '/admin/sandboxes',
    what: 'with the dialog that deletes',
    act: (page) => openDialog(page, 'tbody td:last-of-type button', 1),
  },
  { role: 'SystemAdmin', path: '/admin/leaderboards', what: '' },
  { role: 'SystemAdmin', path: `/admin/leaderboards${NO_MATCH}`, what: 'without a match' },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'with the dialog that clears',
    async act(page) {
      await openDialog(page, 'main button.MuiButton-outlined');
      await submit(page);
    },
  },
  { role: 'SystemAdmin', path: '/leaderboard/all', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'to a leaderboard, with the dialog for its names',
    async act(page) {
      await follow(page, 'tbody a');
      await openDialog(page, 'main section button', 1);
    },
  },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'to a leaderboard that was frozen',
    async act(page) {
      await follow(page, 'tbody a');
      await openDialog(page, 'main section button');
      await submit(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'to a frozen leaderboard for the room',
    async act(page) {
      await follow(page, 'tbody a');
      await page.goto(`${page.url()}?view=projector`);
      await page.locator('ol').waitFor();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that resumes a class, and who stays disabled',
    async act(page) {
      await openDialog(page, END);
      await submit(page);
      await page.locator('[role=dialog] form').waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that removes a student',
    async act(page) {
      await openDialog(page, 'tbody th button', 1);
      await page.getByRole('dialog').locator('li button').first().click();
      await page.locator('[role=dialog] form').waitFor();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that schedules the end of a class',
    async act(page) {
      await openDialog(page, END);
      await page.locator('[role=dialog] form').waitFor();
      await submit(page);
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that ends a class',
    async act(page) {
      await openDialog(page, END);
      await page.getByRole('radio').first().check();
      await submit(page);
      await page.getByRole('checkbox').waitFor();
    },
  },
  {
    role: 'User',
    path: '/play',
    what: 'with the dialog that leaves the course',
    act: (page) => openDialog(page, '[aria-labelledby=current-course] button'),
  },
];

/** Presses a button in the row of the last user: 0 the role, 1 the switch, then the actions. */
const pressInLastRow = (index: number) => async (page: Page) => {
  await page.locator('tbody tr').last().locator('button').nth(index).click();
  await page.getByRole('dialog').waitFor();
};

async function resetPassword(page: Page): Promise<void> {
  await pressInLastRow(3)(page);
  await submit(page);
  await page.locator('[role=dialog] output').waitFor();
}

/** Opens the dialog of the import, and chooses a file of these lines. */
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

const ADMIN_VIEWS: readonly View[] = [
  { role: 'SystemAdmin', path: '/admin/users', what: '' },
  { role: 'SystemAdmin', path: '/admin/users?search=%E2%98%86', what: 'that finds nobody' },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog of a role', act: pressInLastRow(0) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that disables', act: pressInLastRow(1) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that edits', act: pressInLastRow(2) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with a one-time code', act: resetPassword },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that ends sessions', act: pressInLastRow(4) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the history of a user', act: pressInLastRow(5) },
  { role: 'SystemAdmin', path: '/admin/users', what: 'with the dialog that deletes', act: pressInLastRow(6) },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with the check of an import',
    act: importUsers(['username;email;shoe', 'ada.lovelace;ada.lovelace@ready-room.example;42']),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with faulty rows of an import',
    act: importUsers(['username,email', 'ada.lovelace,no address']),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/users',
    what: 'with the end of an import',
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
    what: 'with the state of the platform at a moment',
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
];

/** Before the sign-in, and the pages of accounts and organizations. */
const ENTRY_VIEWS: readonly View[] = [
  { role: null, path: '/', what: '' },
  { role: null, path: '/', what: 'with empty fields', act: (page) => page.locator('button[type=submit]').click() },
  {
    role: null,
    path: '/',
    what: 'with a forgotten password',
    act: async (page) => {
      await page.locator('form button[type=button]').last().click();
      await page.locator('input[type=email]').waitFor();
      await page.locator('button[type=submit]').click();
    },
  },
  {
    role: null,
    path: '/',
    what: 'with the dialog about the product',
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
    what: 'without an answer of the server',
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
    what: 'with the dialog that creates',
    act: (page) => openDialog(page, 'main button.MuiButton-contained', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog that deletes',
    act: (page) => openDialog(page, 'table td:last-child button', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog about the user limit',
    act: (page) => openDialog(page, 'table td:nth-child(3) button', -1),
  },
  {
    role: 'SystemAdmin',
    path: '/admin/organizations',
    what: 'with the dialog about an unpaid organization',
    act: (page) => openDialog(page, 'table [role=switch][aria-checked=true]', -1),
  },
  { role: 'User', path: '/account', what: '' },
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
];

/** Every page, with its dialogs and menus, in an order that the demo allows: later views need what earlier ones have done. */
export const VIEWS: readonly View[] = [
  ...ENTRY_VIEWS,
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
  ...COURSE_VIEWS,
  ...ADMIN_VIEWS,
];
