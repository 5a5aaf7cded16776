import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../environment/chromium.js';
import { makeDataDir } from '../environment/data-dir.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { type Figure, figure, median } from '../figure.js';

/** A poor mobile connection, or a satellite: 400 ms per response, 50 kB/s. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1_024, uploadThroughput: 50 * 1_024 };
const TIMES = 3;
/** Typing speed of most users. Their landing page is loaded meanwhile. */
const KEY_MS = 120;

interface Account {
  readonly username: string;
  readonly password: string;
  readonly role: string;
}

const ROLES = [
  { role: 'Instructor', name: 'gradebook', shown: '[role=rowheader]' },
  { role: 'User', name: 'viewer', shown: 'canvas, [role=progressbar]' },
] as const;

/** Measures the loading time of the demo's first pages on a slow connection, in a browser with an empty cache. */
export async function slowLine(say: (line: string) => void): Promise<readonly Figure[]> {
  const browser = await launchChromium();
  if (!browser) {
    say('No page was opened: there is no Chromium (install one, or set CHROMIUM_PATH).');
    return [];
  }
  const { dataDir, remove } = await makeDataDir('slow-line');
  const platform = await PlatformProcess.start({ dataDir, settings: { DEMO: 'on' } });
  try {
    const file = await readFile(join(dataDir, 'demo-accounts.json'), 'utf8');
    const accounts = JSON.parse(file) as Account[];
    say(`Slow line: ${LINE.latency} ms, 50 kB/s; medians of ${TIMES} empty browsers, seconds`);
    const logins: number[] = [];
    const figures: Figure[] = [];
    for (const { role, name, shown } of ROLES) {
      const times: number[] = [];
      for (let nth = 0; nth < TIMES; nth += 1) {
        const { login, landing } = await firstVisit(
          browser,
          platform.url,
          accounts.find((one) => one.role === role)!,
          shown,
        );
        logins.push(login);
        times.push(landing);
      }
      figures.push(figure(`${name} after the password, slow line`, median(times) / 1_000, 's', { atMost: 6 }));
    }
    return [figure('login page, slow line', median(logins) / 1_000, 's', { atMost: 3 }), ...figures];
  } finally {
    await browser.close();
    await platform.stop();
    await remove();
  }
}

/** Returns the milliseconds until the login is shown, and from the password to the landing page. */
async function firstVisit(browser: Browser, url: string, { username, password }: Account, shown: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', LINE);
  const login = await timed(async () => {
    await page.goto(url, { waitUntil: 'commit' });
    await page.getByLabel('Password', { exact: true }).waitFor();
  });
  await type(page, 'Username', username);
  await type(page, 'Password', password);
  const landing = await timed(async () => {
    await page.keyboard.press('Enter');
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
  });
  await context.close();
  return { login, landing };
}

const type = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).pressSequentially(text, { delay: KEY_MS });

async function timed(action: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await action();
  return performance.now() - began;
}
