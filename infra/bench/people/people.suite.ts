import { ApiClient } from '../../simulate/api-client.js';
import { launchChromium } from '../environment/chromium.js';
import { FIXTURE, type Fixture } from '../environment/fixture.js';
import { timedGets } from '../environment/timed-get.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';

/** A page takes about ten milliseconds. A pause of the machine for a tenth of a second must not count. */
const TIMES = 100;
const OPENINGS = 10;
/** Requests of administrators: every order, pages deep in the list, and a search. */
const PAGES = [
  'sort=username',
  'sort=username&order=desc&offset=5000',
  'sort=organization',
  'sort=role',
  'sort=lastActive',
  'sort=lastJoinedCourse',
  'sort=status',
  'search=person77',
];

/** The users page with ten thousand users. */
export const people: Suite = {
  name: 'people',
  async run({ say, environment }) {
    const { fixture, start } = await environment();
    const platform = await start();
    try {
      const pages = await pageTimes(platform.url, fixture);
      return [...pages, ...(await untilInteractive(platform.url, fixture, say))];
    } finally {
      await platform.stop();
    }
  },
};

async function pageTimes(url: string, { accounts }: Fixture): Promise<Figure[]> {
  const headers = { 'x-auth-token': await new ApiClient(url, accounts.systemAdmin).token() };
  const figures: Figure[] = [];
  for (const page of PAGES) {
    const answers = await timedGets(TIMES, `${url}/api/users/admin-detailed?limit=50&${page}`, headers);
    const time = median(answers.map(({ ended }) => ended));
    figures.push(figure(`page of ${FIXTURE.people} users, ${page}`, time, 'ms', { atMost: 50 }));
  }
  return figures;
}

/** Measures from opening a bookmark to a usable row, already signed in. */
async function untilInteractive(url: string, { accounts }: Fixture, say: (line: string) => void): Promise<Figure[]> {
  const browser = await launchChromium();
  if (!browser) {
    say('The page was not opened: there is no Chromium (install one, or set CHROMIUM_PATH).');
    return [];
  }
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await page.getByLabel('Username').fill(accounts.systemAdmin.username);
    await page.getByLabel('Password').fill(accounts.systemAdmin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users');
    const times: number[] = [];
    for (let nth = 0; nth < OPENINGS; nth += 1) {
      const began = performance.now();
      await page.goto(`${url}/admin/users`, { waitUntil: 'commit' });
      await page.getByRole('row').nth(1).getByRole('button').first().waitFor();
      times.push(performance.now() - began);
    }
    return [figure(`users page of ${FIXTURE.people}, interactive`, median(times), 'ms', { atMost: 1_000 })];
  } finally {
    await browser.close();
  }
}
