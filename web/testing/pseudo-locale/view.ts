import type { Page } from 'playwright-core';
import type { Account } from '../platform.js';

/** A page in one state, opened by one role. */
export interface View {
  /** Role of the demo account that opens the page; null without a sign-in. */
  role: 'SystemAdmin' | 'OrganizationAdmin' | 'Instructor' | 'User' | null;
  path: string;
  /** Describes what `act` opens; part of the test title. */
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
  await page.waitForLoadState('networkidle');
}

/** Opens the newest class of the first course that has had one. */
export const openGradebook = (page: Page): Promise<void> => follow(page, 'tbody a');
