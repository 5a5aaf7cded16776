import type { Browser, Page } from 'playwright-core';
import type { Account } from './platform.js';

/** Timeout for machines with two cores that render WebGL, play and serve at the same time. */
export const SLOW_MS = 60_000;

/** Opens a page that can run the game. Errors and requests to other hosts are added to `complaints`. */
export async function openGamePage(browser: Browser, url: string, width: number, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  context.setDefaultTimeout(SLOW_MS);
  const page = await context.newPage();
  watch(page, url, complaints);
  return page;
}

export function watch(page: Page, url: string, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== url) complaints.push(`request to ${origin}`);
  });
}

export async function signIn(page: Page, url: string, { username, password }: Account): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

export const inMenu = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Relative Motion', exact: true }).waitFor();

/** Opens the briefing of a scenario, or a quiz, from the menu. */
export async function choose(page: Page, mode: string, title: string): Promise<void> {
  await inMenu(page);
  await page.getByRole('tab', { name: mode }).click();
  await page.getByRole('button', { name: title }).click();
}

/** Starts a flight from the menu. */
export async function fly(page: Page, mode: string, title: string): Promise<void> {
  await choose(page, mode, title);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await untilFlying(page);
}

export const untilFlying = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Leave', exact: true }).waitFor();

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
