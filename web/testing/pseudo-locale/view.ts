import type { Page, Request } from 'playwright-core';
import type { Account } from '../platform.js';

/** A page in one state, opened by one role. */
export interface View {
  /** The role of the demo account that opens the page; null: no user is signed in. */
  role: 'SystemAdmin' | 'OrganizationAdmin' | 'Instructor' | 'User' | null;
  path: string;
  /** What `act` opens; part of the title of the test. */
  what: string;
  /** Opens a dialog, a menu or another state of the page. */
  act?: (page: Page, account?: Account) => Promise<void>;
}

/** Clicks a button, and waits for the dialog or drawer that it opens. */
export async function openDialog(page: Page, selector: string, nth = 0): Promise<void> {
  await page.locator(selector).nth(nth).click();
  await page.getByRole('dialog').waitFor();
}

/** Submits the form of the open dialog. */
export const submit = (page: Page): Promise<void> => page.getByRole('dialog').locator('[type=submit]').click();

/** Opens the address of the first matching link in the same tab, and waits until the page has loaded its data. */
export async function follow(page: Page, selector: string): Promise<void> {
  const address = await page.locator(selector).first().getAttribute('href');
  await page.goto(new URL(address ?? '', page.url()).href);
  await settled(page);
}

/** A page that renders an answer sends the requests of what it renders within a few frames. */
const QUIET_MS = 100;
/** A page that is animated may never be idle. */
const BUSY_MS = 1_000;
const DEADLINE_MS = 10_000;

interface Activity {
  readonly underWay: Set<Request>;
  lastChange: number;
}

const activities = new WeakMap<Page, Activity>();

/** Counts the requests of a page from now on, for `settled`. */
export function trackRequests(page: Page): void {
  const activity: Activity = { underWay: new Set(), lastChange: Date.now() };
  activities.set(page, activity);
  const change = (apply: (underWay: Set<Request>) => void) => {
    apply(activity.underWay);
    activity.lastChange = Date.now();
  };
  page.on('request', (request) => change((underWay) => underWay.add(request)));
  page.on('requestfinished', (request) => change((underWay) => underWay.delete(request)));
  page.on('requestfailed', (request) => change((underWay) => underWay.delete(request)));
}

/**
 * Resolves when a page has rendered its answers and has sent no request for 100 ms: sooner than the `networkidle` of Playwright,
 * which waits for 500 ms and not for the rendering.
 */
export async function settled(page: Page): Promise<void> {
  const activity = activities.get(page);
  if (!activity) throw new Error('The requests of this page are not tracked.');
  const { underWay } = activity;
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const seen = activity.lastChange;
    await page.evaluate((timeout) => new Promise((idle) => requestIdleCallback(idle, { timeout })), BUSY_MS);
    await page.waitForTimeout(QUIET_MS);
    if (underWay.size === 0 && activity.lastChange === seen) return;
    if (Date.now() > deadline)
      throw new Error(`Still under way: ${[...underWay].map((each) => each.url()).join(', ')}`);
  }
}
