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

const MOST_LOOKS = 4;
const LOOK_AGAIN_MS = 250;

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
  ...COURSE_VIEWS,
  ...ADMIN_VIEWS,
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
