import { setTimeout as pause } from 'node:timers/promises';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { playClass } from '../../simulate/play-class.js';
import { launchChromium } from '../environment/chromium.js';
import { framesPerSecond } from '../environment/frames-per-second.js';
import type { Fixture } from '../environment/fixture.js';
import { type Figure, figure } from '../figure.js';
import { openGradebook, prepareClass } from './open-gradebook.js';

const CHANGES_PER_SECOND = 50;
const SECONDS = 10;
const WARM_UP_MS = 3_000;
/** Some attempts are no improvement and change nothing. */
const ATTEMPTS_PER_CHANGE = 1.25;

/** Measures the frame rate of the instructor's page while shown cells change. */
export async function framesUnderChanges(
  url: string,
  fixture: Fixture,
  say: (line: string) => void,
): Promise<Figure[]> {
  const browser = await launchChromium();
  if (!browser) {
    say('Frames were not counted: there is no Chromium (install one, or set CHROMIUM_PATH).');
    return [];
  }
  const prepared = await prepareClass(url, fixture);
  const ledger = new AttemptLedger();
  let changes = 0;
  const watcher = new LiveWatcher<GradebookRow>(prepared.instructor, 'gradebook', fixture.sessionId, (rows) => {
    changes += rows.length;
    for (const { key, value } of rows) if (value?.kind === 'cell') ledger.sawCell(key, value, 0);
  });
  try {
    await watcher.start();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openGradebook(page, url, fixture);
    const still = await framesPerSecond(page, 3);
    const pace = { seconds: WARM_UP_MS / 1_000 + SECONDS + 1, rate: CHANGES_PER_SECOND * ATTEMPTS_PER_CHANGE };
    const played = playClass(prepared, pace, ledger);
    await pause(WARM_UP_MS);
    changes = 0;
    const frames = await framesPerSecond(page, SECONDS);
    const rate = changes / SECONDS;
    await played;
    say(
      `Frames: Chromium ${browser.version()} without a graphics card, 1440 × 900; ${Math.round(rate)} cells a second changed`,
    );
    return [
      figure('frames while 50 cells/s change', frames, 'frames/s', { atLeast: 50 }),
      figure('  while nothing changes', still, 'frames/s'),
    ];
  } finally {
    watcher.close();
    await browser.close();
  }
}
