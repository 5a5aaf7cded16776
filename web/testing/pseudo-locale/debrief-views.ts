import type { Page } from 'playwright-core';
import { openGradebook, type View } from './view.js';

/** Opens a view of the class in the page that has all its tabs. */
async function openClass(page: Page, view: string): Promise<void> {
  await openGradebook(page);
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}/instructor/gradebook/${pathname.split('/').at(-1)}?view=${view}`);
}

async function openDebrief(page: Page, show: string): Promise<void> {
  await openClass(page, `debrief&show=${show}`);
  await page.locator('input[type=range]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** The debrief of a class that has ended, its window for the room and its report. */
export const DEBRIEF_VIEWS: readonly View[] = [
  ...['lanes', 'gradebook', 'board', 'monitor', 'progress', 'questions', 'table'].map((show): View => ({
    role: 'Instructor',
    path: '/instructor/courses',
    what: `after opening the debrief with ${show}`,
    act: (page) => openDebrief(page, show),
  })),
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after opening the debrief for the room',
    async act(page) {
      // A room shows something only while another window leads it.
      const lead = await page.context().newPage();
      await lead.goto(page.url());
      await openDebrief(lead, 'lanes');
      const opening = lead.waitForEvent('popup');
      await lead.locator('main [class*=_room_] button').click();
      const room = await opening;
      await room.locator('canvas').first().waitFor();
      await page.goto(room.url());
      await page.locator('canvas').first().waitFor();
      await room.close();
    },
  },
  {
    role: 'Instructor',
    path: '/instructor/courses',
    what: 'after opening the report of a class',
    async act(page) {
      await openClass(page, 'report');
      await page.locator('h2').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
];
