import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { playClass } from '../../simulate/play-class.js';
import { launchChromium } from '../environment/chromium.js';
import type { Fixture } from '../environment/fixture.js';
import { type Figure, figure, median } from '../figure.js';
import { openGradebook, prepareClass } from './open-gradebook.js';

const OUTAGE_MS = 30_000;
const SCORES_PER_SECOND = 20;
const OPENINGS = 3;
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 20;

/** Measures how soon the page of a large class is shown, and how soon a browser shows current data after a network outage. */
export async function openingAndOutage(
  url: string,
  fixture: Fixture,
  say: (line: string) => void,
): Promise<readonly Figure[]> {
  const browser = await launchChromium();
  if (!browser) {
    say('No page was opened: there is no Chromium (install one, or set CHROMIUM_PATH).');
    return [];
  }
  const newPage = (): Promise<Page> => browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const prepared = await prepareClass(url, fixture);
    const openings: number[] = [];
    for (let nth = 0; nth < OPENINGS; nth += 1) {
      const page = await newPage();
      openings.push(await openGradebook(page, url, fixture));
      await page.close();
    }
    const page = await newPage();
    await openGradebook(page, url, fixture);
    const before = await shown(page);
    await page.context().setOffline(true);
    const ledger = new AttemptLedger();
    await playClass(prepared, { seconds: OUTAGE_MS / 1_000, rate: SCORES_PER_SECOND }, ledger);
    const witness = await newPage();
    await openGradebook(witness, url, fixture);
    // The last acknowledged scores may not be in the read models yet.
    await pause(1_000);
    const expected = await shown(witness);
    if (expected === before) throw new Error('Nothing changed while the network was away.');
    await page.context().setOffline(false);
    const equalAfter = await untilShown(page, expected);
    return [
      figure('gradebook page opens, 500 × 60', median(openings), 'ms', { atMost: 1_000 }),
      figure('offline for 30 s: equals the server after', equalAfter / 1_000, 's', { atMost: 3 }),
    ];
  } finally {
    await browser.close();
  }
}

const shown = (page: Page): Promise<string> => page.getByRole('grid').innerText();

/** Returns the milliseconds until the page shows this text. */
async function untilShown(page: Page, wanted: string): Promise<number> {
  const began = performance.now();
  while ((await shown(page)) !== wanted) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('The page never showed the same data as another one.');
    await pause(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}
