import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { percentile } from '../../simulate/percentile.js';
import { launchChromium } from '../environment/chromium.js';
import type { Fixture } from '../environment/fixture.js';
import { framesPerSecond } from '../environment/frames-per-second.js';
import { type Figure, figure } from '../figure.js';
import type { SuiteContext } from '../suite.js';

const SETTLED_MS = 3_000;
const SECONDS = 10;
const JUMPS = 200;

/** Measures the page with a recording that replaces the response of the server: opening, jumps, frames of a playback and memory. */
export async function pageFigures(
  url: string,
  { accounts, sessionId }: Fixture,
  recording: Recording,
  say: SuiteContext['say'],
): Promise<readonly Figure[]> {
  const browser = await launchChromium();
  if (!browser) {
    say('The page was not measured: there is no Chromium (install one, or set CHROMIUM_PATH).');
    return [];
  }
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route('**/api/sessions/*/recording', async (route) => {
      // The live topics continue from the position of the real recording.
      const { generation, sequence } = (await (await route.fetch()).json()) as Recording;
      await route.fulfill({ json: { ...recording, generation, sequence } });
    });
    await page.goto(url);
    await page.getByLabel('Username').fill(accounts.instructor.username);
    await page.getByLabel('Password').fill(accounts.instructor.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/instructor/**');
    const address = `${url}/instructor/gradebook/${sessionId}?view=debrief`;
    await openDebrief(page, address);
    const opened = await openDebrief(page, address);
    await pause(SETTLED_MS);
    const jumps = await jumpTimes(page);
    await page.getByLabel('Speed').selectOption('60');
    await page.getByRole('button', { name: 'Play' }).click();
    const frames = await framesPerSecond(page, SECONDS);
    await page.getByRole('button', { name: 'Pause' }).click();
    return [
      figure('debrief page opens, 500 × 60 × 3, after its recording', opened, 'ms', { atMost: 1_000 }),
      figure('debrief page, jump, p99', percentile(jumps, 99) ?? Number.NaN, 'ms', { atMost: 16 }),
      figure('debrief page, frames at 60×', frames, 'frames/s', { atLeast: 50 }),
      figure('debrief page, memory', await heapOf(page), 'MB', { atMost: 150 }),
    ];
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds from the arrival of the recording to the time bar. */
async function openDebrief(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('slider', { name: 'Moment of the class' }).waitFor();
  return page.evaluate<number>(`performance.now() - Math.max(...performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/recording')).map(({ responseEnd }) => responseEnd))`);
}

/** Returns the milliseconds of jumps by the slider, each of which must take place. A string, because it runs in the browser. */
const jumpTimes = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const slider = document.querySelector('input[type=range]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const times = [];
    for (let index = 1; index <= ${JUMPS}; index += 1) {
      const wanted = ((index * 0.618) % 1) * Number(slider.max);
      const began = performance.now();
      set.call(slider, String(wanted));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      times.push(performance.now() - began);
      if (Math.abs(Number(slider.value) - wanted) > 1) throw new Error('The slider did not move');
      await new Promise(requestAnimationFrame);
    }
    return times;
  })()`);

/** Returns the megabytes of the heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
