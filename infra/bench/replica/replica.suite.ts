import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { GradingSettings } from '../../../api/contracts/grading.contract.js';
import type { ClassSession } from '../../../api/contracts/group.contract.js';
import { withClient } from '../../../api/platform/database/postgres-roles.js';
import { type RunningPostgres, runPostgres } from '../../../api/platform/database/postgres-run.js';
import { stopServer } from '../../../api/platform/database/postgres-server.js';
import type { Reads } from '../../../api/platform/database/reads.js';
import { untilReplayed } from '../../../api/platform/database/replica-lag.js';
import { startStandby } from '../../../api/platform/database/standby.js';
import { ApiClient } from '../../simulate/api-client.js';
import { cpuTimeOfServer } from '../environment/cpu-time.js';
import { makeDataDir } from '../environment/data-dir.js';
import { countEvents, withDatabase } from '../environment/database.js';
import type { Environment } from '../environment/environment.js';
import { undoWhenInterrupted } from '../environment/interruption.js';
import { timedGets } from '../environment/timed-get.js';
import { figure } from '../figure.js';
import { thisMachine } from '../record/machine.js';
import type { Suite } from '../suite.js';
import { publishReplica, type ReadCost } from './replica-results.js';

const TIMES = 5;
const LOOK_EVERY_MS = 100;
const IN_STEP_WITHIN_MS = 60_000;
/** Time in which a node has checked a replica and begins to use it. */
const USED_AFTER_MS = 5_000;

/** Measures what reads of large parts of the database cost the primary, without a replica and with one. */
export const replica: Suite = {
  name: 'replica',
  inProcess: true,
  onlyWhenNamed: true,
  async run({ quick, environment }) {
    const fixture = await environment();
    const primary = await runPostgres(fixture.dataDir, () => undefined);
    const copy = await makeDataDir('replica');
    const undone = undoWhenInterrupted(() => stopServer(primary.cluster.directory, primary.pid));
    try {
      const attempts = await withDatabase(fixture.dataDir, (client) => countEvents(client, 'ScoreSubmitted'));
      const alone = await measure(fixture, primary);
      const standby = await startStandby(primary, primary.superuserUrl, join(copy.dataDir, 'standby'));
      try {
        const url = new URL(primary.appUrl);
        url.port = String(standby.port);
        await untilInStep(primary, url.href);
        const replicated = await measure(fixture, primary, { url: url.href, pid: standby.pid });
        const reads = replicated.map((read, index): ReadCost => ({ ...read, alone: alone[index]!.primary }));
        if (!quick)
          await publishReplica({ machine: thisMachine(), on: new Date().toISOString().slice(0, 10), attempts, reads });
        return reads.map((read) => figure(`${read.name}: primary with a replica`, read.primary / read.alone, '×'));
      } finally {
        await standby.kill('SIGINT');
      }
    } finally {
      await stopServer(primary.cluster.directory, primary.pid);
      undone();
      await copy.remove();
    }
  },
};

interface Replica {
  readonly url: string;
  readonly pid: number;
}

/** @throws Error when a standby is given, and the reads cost the primary more than the standby */
async function measure(
  { dataDir, fixture, start }: Environment,
  { appUrl, adminUrl, pid }: RunningPostgres,
  standby?: Replica,
): Promise<Omit<ReadCost, 'alone'>[]> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const settings = { ...secrets, DATABASE_URL: appUrl, DATABASE_ADMIN_URL: adminUrl };
  const platform = await start({
    settings: standby ? { ...settings, DATABASE_REPLICA_URL: standby.url } : settings,
  });
  try {
    const servers = standby ? [pid, standby.pid] : [pid];
    const costs: Omit<ReadCost, 'alone'>[] = [];
    if (standby) await pause(USED_AFTER_MS);
    for (const [name, read] of await readsOf(platform.url, fixture)) {
      await read();
      const before = await Promise.all(servers.map(cpuTimeOfServer));
      for (let time = 0; time < TIMES; time += 1) await read();
      const after = await Promise.all(servers.map(cpuTimeOfServer));
      const [primary = 0, ofReplica = 0] = after.map((time, index) => Math.round((time - before[index]!) / TIMES));
      costs.push({ name, primary, replica: ofReplica });
    }
    if (standby && sumOf(costs, 'primary') > sumOf(costs, 'replica')) throw new Error('The replica was not used.');
    return costs;
  } finally {
    await platform.stop();
  }
}

const sumOf = (costs: readonly Omit<ReadCost, 'alone'>[], server: 'primary' | 'replica'): number =>
  costs.reduce((sum, cost) => sum + cost[server], 0);

async function readsOf(
  url: string,
  { accounts, sessionId }: Environment['fixture'],
): Promise<[name: string, read: () => Promise<unknown>][]> {
  const instructor = new ApiClient(url, accounts.instructor);
  const { groupId } = await instructor.get<ClassSession>(`/api/sessions/${sessionId}`);
  const grading = `/api/groups/${groupId}/grading`;
  const change = { ...(await instructor.get<GradingSettings>(grading)), attempts: 'Last', passMark: 90 };
  const scores = `${url}/api/scores/session/${sessionId}/all/csv`;
  const download = async (query: string): Promise<unknown> =>
    timedGets(1, `${scores}?includeFailedScores=true&${query}`, { 'x-auth-token': await instructor.token() });
  return [
    ['Results of a class as CSV', () => download('format=csv')],
    ['Preview of a grading', () => instructor.send('POST', `${grading}/preview`, change)],
    ['Gradebook as Excel', () => download('layout=grid&format=xlsx')],
  ];
}

/** Waits until the standby accepts connections and has replayed all writes of the primary. */
async function untilInStep({ superuserUrl }: RunningPostgres, replicaUrl: string): Promise<void> {
  const givesUpAt = performance.now() + IN_STEP_WITHIN_MS;
  for (;;) {
    try {
      return await untilReplayed(readsOn(superuserUrl), readsOn(replicaUrl), IN_STEP_WITHIN_MS);
    } catch (error) {
      // It refuses connections while it starts.
      if (performance.now() > givesUpAt) throw error;
      await pause(LOOK_EVERY_MS);
    }
  }
}

const readsOn = (url: string): Reads => ({
  query: (statement, values) => withClient(url, (client) => client.query(statement, values)),
});
