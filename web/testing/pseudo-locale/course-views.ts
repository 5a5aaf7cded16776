import type { Page } from 'playwright-core';
import { DEBRIEF_VIEWS } from './debrief-views.js';
import { follow, openDialog, openGradebook, submit, type View } from './view.js';

async function openQuiz(page: Page): Promise<void> {
  await openGradebook(page);
  await follow(page, '[role=columnheader] a');
}

/** Switches to print rendering. The media type is set second, as in a printing browser. */
async function print(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

/** Contains no letters, because typed text is not translated. */
const NO_MATCH = '?search=%3F%3F';

/** Columns of the list of courses. */
const NAME = 'tbody th button.MuiLink-root';
const GRADING = 'tbody th button.MuiIconButton-root';
const START = 'tbody td:nth-of-type(3) button';
const END = 'tbody td:nth-of-type(4) button';

/** The order follows a class that has ended and is then resumed: later views depend on the actions of earlier ones. */
export const COURSE_VIEWS: readonly View[] = [
  { role: 'Instructor', path: '/instructor/courses', what: '' },
  { role: 'Instructor', path: `/instructor/courses${NO_MATCH}`, what: 'without a match' },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with a course and its classes',
    async act(page) {
      await openDialog(page, NAME, 1);
      await page.getByRole('dialog').locator('ol').waitFor();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the grading of a course',
    act: (page) => openDialog(page, GRADING),
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
  { role: 'User', path: '/play', what: 'after the class has ended' },
  {
    role: 'User',
    path: '/play',
    what: 'with the dialog that joins a course',
    act: (page) => openDialog(page, '[aria-labelledby=current-course] button'),
  },
  { role: 'Instructor', path: '/instructor/courses', what: 'after opening the gradebook', act: openGradebook },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after filtering and printing the gradebook',
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
    what: 'after opening the gradebook without a match',
    async act(page) {
      await openGradebook(page);
      await page.goto(`${page.url()}${NO_MATCH}`);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after opening the distribution of grades',
    async act(page) {
      await openGradebook(page);
      await openDialog(page, '[data-place="1:1"]');
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after opening the attempts of a student',
    async act(page) {
      await openGradebook(page);
      await openDialog(page, 'main p button');
      await page.getByRole('dialog').locator('summary').first().click();
    },
  },
  { role: 'Instructor', path: '/instructor/courses', what: 'after opening the responses of a quiz', act: openQuiz },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after printing the responses of a quiz with released answers',
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
    what: 'after opening the item analysis of a quiz',
    async act(page) {
      await openQuiz(page);
      await page.goto(`${page.url()}?view=items`);
      await page.getByRole('table').waitFor();
    },
  },
  ...DEBRIEF_VIEWS,
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
    what: 'with the dialog that deletes a sandbox',
    act: (page) => openDialog(page, 'tbody td:last-of-type button', 1),
  },
  { role: 'SystemAdmin', path: '/admin/leaderboards', what: '' },
  { role: 'SystemAdmin', path: `/admin/leaderboards${NO_MATCH}`, what: 'without a match' },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'with the dialog that clears the leaderboards',
    async act(page) {
      await openDialog(page, 'main button.MuiButton-outlined');
      await submit(page);
    },
  },
  { role: 'SystemAdmin', path: '/leaderboard/all', what: '' },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'after opening the names dialog of a leaderboard',
    async act(page) {
      await follow(page, 'tbody a');
      await openDialog(page, 'main section button', 1);
    },
  },
  {
    role: 'SystemAdmin',
    path: '/admin/leaderboards',
    what: 'after freezing a leaderboard',
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
    what: 'after opening a frozen leaderboard on the projector',
    async act(page) {
      await follow(page, 'tbody a');
      await page.goto(`${page.url()}?view=projector`);
      await page.locator('ol').waitFor();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'with the dialog that resumes a class, and the students who stay disabled',
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
      await openDialog(page, NAME, 1);
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
