import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Group } from '../../api/contracts/group.contract.js';
import { freePort } from '../../api/platform/database/free-port.js';
import { urlsOf } from '../../api/platform/database/postgres-run.js';
import { loadPostgresState } from '../../api/platform/database/postgres-state.js';
import { until } from '../../api/testing/until.js';
import { makeDataDir } from '../bench/environment/data-dir.js';
import { MAIN, PlatformProcess } from '../bench/environment/platform-process.js';
import { type Figure, figure } from '../bench/figure.js';
import { type Account, readAccounts } from '../simulate/accounts.js';
import { ApiClient } from '../simulate/api-client.js';
import { prepareClass } from '../simulate/prepare-class.js';
import { stopsAtPoisonEvent, withoutParking } from './testing/breakages.js';
import { type Breakage, BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { differingReadModels, runCli } from './testing/read-models.js';
import { queryNumber, underFault, untilScores } from './testing/under-fault.js';

const STUDENTS = 8;
const OTHERS = 5;
/** Limit of the read models' lag, a fraction of a second. */
const SHOWN_WITHIN_MS = 5_000;

let folder: Awaited<ReturnType<typeof makeDataDir>>;
let platform: PlatformProcess | undefined;
let appUrl: string;
let opsPort: number;

beforeAll(async () => {
  folder = await makeDataDir('poison');
  opsPort = await freePort();
});
afterAll(async () => {
  await platform?.stop();
  await folder.remove();
});

fault('an event that a read model cannot apply', () => feed([stopsAtPoisonEvent]), {
  name: 'events that cannot be applied are not parked',
  measure: () => feed([stopsAtPoisonEvent, withoutParking]),
});

/** A build with a bug reads the event among others. Then the build without the bug starts. */
async function feed(breakages: readonly Breakage[]): Promise<Figure[]> {
  const { dataDir } = folder;
  const build = BrokenBuild.make(breakages);
  try {
    const url = await restart(build.main);
    appUrl = urlsOf((await loadPostgresState(dataDir))!).appUrl;
    const [accountsFile, database] = [join(dataDir, 'demo-accounts.json'), { databaseUrl: appUrl }];
    const accounts = await readAccounts(accountsFile, STUDENTS);
    const admin = new ApiClient(url, await administrator(accountsFile));
    await admin.token();
    const played = await prepareClass(url, accounts);
    const withBug = await underFault({ url, played, ...database }, async (load) => {
      await untilScores(load, 10);
      await course(admin, 'Poison');
      const others = await Promise.all(Array.from({ length: OTHERS }, (_, nth) => course(admin, `Course ${nth}`)));
      await untilScores(load, 10);
      const waited = performance.now();
      while ((await shown(others)) < OTHERS && performance.now() - waited < SHOWN_WITHIN_MS) await pause(50);
      const checked = await readiness();
      return [
        figure('other courses that are not shown', OTHERS - (await shown(others)), `of ${OTHERS}`, { atMost: 0 }),
        figure('readiness reports degraded', checked === 'degraded' ? 1 : 0, 'times', { atLeast: 1 }),
        figure('streams parked', await parked(), 'streams', { atMost: 1 }),
      ];
    });
    await restart(MAIN);
    if ((await parked()) > 0) expect(await replay()).toMatch(/rebuilds it/);
    const rebuilding = 'select count(*) as n from plain.projections where rebuild_requested_at is not null';
    await until(async () => (await parked()) === 0 && (await queryNumber(appUrl, rebuilding)) === 0);
    return [
      ...withBug,
      figure('poisoned courses that are shown after the fix', await queryNumber(appUrl, POISONED), 'courses', {
        atLeast: 1,
      }),
      await differingReadModels({ DATA_DIR: dataDir }),
    ];
  } finally {
    build.remove();
  }
}

const POISONED = "select count(*) as n from read.courses where name = 'Poison'";

const parked = (): Promise<number> => queryNumber(appUrl, 'select count(distinct stream) as n from plain.dead_letters');

const replay = (): Promise<string> =>
  runCli(['dead-letters', 'replay', 'projection', 'courses'], { DATA_DIR: folder.dataDir });

const shown = (ids: readonly string[]): Promise<number> =>
  queryNumber(appUrl, 'select count(*) as n from read.courses where course_id = any ($1::uuid[])', [ids]);

/** Returns the operators' view of the read models. */
async function readiness(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/health/ready`);
  const { checks } = (await answer.json()) as { checks: Readonly<Record<string, { readonly status: string }>> };
  return checks['projections']!.status;
}

async function course(admin: ApiClient, name: string): Promise<string> {
  const { id } = await admin.send<Group>('POST', '/api/groups', { name, ownerId: admin.userId });
  return id;
}

async function administrator(accountsFile: string): Promise<Account> {
  const accounts = JSON.parse(await readFile(accountsFile, 'utf8')) as Account[];
  return accounts.find(({ role }) => role === 'OrganizationAdmin')!;
}

async function restart(main: string): Promise<string> {
  await platform?.stop();
  const settings = { DEMO: 'on', OPS_PORT: String(opsPort) };
  platform = await PlatformProcess.start({ dataDir: folder.dataDir, main, settings });
  return platform.url;
}
