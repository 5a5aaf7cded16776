import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { competeScenario, sampleAttempt } from '../../api/testing/sample-attempt.js';
import { TestPlatform } from '../../api/testing/test-platform.js';
import { launchChromium } from '../bench/environment/chromium.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { describeRequiring } from '../containers/testing/describe-requiring.js';
import { DocumentedProxy } from './testing/documented-proxy.js';

const LIVE_WITHIN_MS = 8_000;

/** A common proxy configuration: requests pass, upgrades to WebSocket do not. */
const withoutUpgrade = (site: string): string =>
  site.replace('proxy_set_header Upgrade $http_upgrade;', '').replace('$ready_room_connection;', "'';");

/** Closes each socket that is idle for a moment. */
const cuttingIdleSockets = (site: string): string => site.replace('proxy_read_timeout 60s;', 'proxy_read_timeout 1s;');

describeRequiring(['nginx', 'openssl', 'chromium'], 'a live gradebook behind nginx', () => {
  let platform: TestPlatform;
  let proxy: DocumentedProxy;
  let browser: Browser;
  let page: Page;
  let removeFolder: () => Promise<void>;
  let students: Awaited<ReturnType<TestPlatform['person']>>[];
  let sessionId: string;

  beforeAll(async () => {
    platform = await TestPlatform.start({ trustedProxies: 1 });
    const organization = await platform.organization();
    const instructor = await platform.person('Instructor', organization);
    students = [await platform.person('User', organization), await platform.person('User', organization)];
    ({
      session: { id: sessionId },
    } = await platform.runningClass(instructor, organization, students));
    const folder = await makeDataDir('behind-nginx');
    removeFolder = folder.remove;
    const { port } = platform.app.getHttpServer().address() as AddressInfo;
    proxy = await DocumentedProxy.start('nginx', port, folder.dataDir, withoutUpgrade);
    browser = (await launchChromium())!;
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    const { username } = (await instructor.get<{ username: string }>(`/users/${instructor.userId}`)).body;
    await page.goto(`https://127.0.0.1:${new URL(proxy.url).port}/`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('orbital_mechanics_7#');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/instructor/**');
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await removeFolder?.();
    await platform?.stop();
  });

  const sign = (text: string) => page.getByRole('status').getByText(text, { exact: true });

  /** Submits a score of a student. */
  async function plays(student: number, total: number): Promise<void> {
    const attempt = sampleAttempt(sessionId, competeScenario, { totalScore: total });
    expect((await students[student]!.post('/scores', attempt)).status).toBe(202);
  }

  /** Waits until the grid shows a score. */
  const shows = (total: number): Promise<void> =>
    page
      .getByRole('gridcell')
      .getByText(`${total / 10}%`)
      .first()
      .waitFor();

  it('is live over HTTP within eight seconds when nginx rejects upgrades', async () => {
    await page.goto(`${new URL(page.url()).origin}/instructor/gradebook/${sessionId}`);
    const began = performance.now();
    await sign('Live (slower)').waitFor();
    expect(performance.now() - began).toBeLessThan(LIVE_WITHIN_MS);
    await plays(0, 640);
    await shows(640);
    await plays(1, 720);
    await shows(720);
  });

  it('switches to a socket once upgrades pass, and misses no score', async () => {
    proxy.reload((site) => site);
    await plays(0, 810);
    await shows(810);
    // Otherwise a socket is tried only once a minute.
    await page.evaluate("dispatchEvent(new Event('online'))");
    await sign('Live').waitFor();
    await plays(1, 830);
    await shows(830);
  });

  it('shows every score although nginx cuts the socket repeatedly', async () => {
    proxy.reload(cuttingIdleSockets);
    await page.reload();
    await sign('Live').waitFor();
    for (const [student, total] of [920, 930, 940].entries()) {
      const socket = await page.waitForEvent('websocket');
      await socket.waitForEvent('close');
      await plays(student % 2, total);
      await shows(total);
    }
    await sign('Live').waitFor();
  });
});
