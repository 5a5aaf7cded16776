import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import { readAccounts } from '../../simulate/accounts.js';
import { AttemptLedger } from '../../simulate/attempt-ledger.js';
import { LiveWatcher } from '../../simulate/live-watcher.js';
import { playClass } from '../../simulate/play-class.js';
import { type PreparedClass, prepareClass } from '../../simulate/prepare-class.js';
import { cpuTimeOf } from '../environment/cpu-time.js';
import { makeDataDir } from '../environment/data-dir.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { comparison, type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';

const STUDENTS = 20;
const RATE = 200;
const ROUNDS = 20;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 8;
const SAMPLED = 0.1;

interface Contestant {
  readonly platform: PlatformProcess;
  readonly prepared: PreparedClass;
  readonly watcher: LiveWatcher<GradebookRow>;
  remove(): Promise<void>;
}

/**
 * Measures what tracing costs a node that receives scores, projects them and pushes them to a watcher. Two nodes are not traced:
 * equal programs differ by some percent from process to process, and the difference of these two shows how much.
 */
export const tracing: Suite = {
  name: 'tracing',
  async run({ say, quick }) {
    const collector = await openCollector();
    const contestants: Contestant[] = [];
    try {
      contestants.push(await open('not-traced', {}));
      contestants.push(
        await open('traced', {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
          OTEL_TRACES_SAMPLER_ARG: String(SAMPLED),
        }),
      );
      contestants.push(await open('control', {}));
      for (const contestant of contestants) await costOf(contestant, quick ? 1 : WARM_UP_SECONDS);
      const costs = await compete(contestants, quick ? 2 : ROUNDS);
      say(
        `Three platforms with both roles, one of them traced, ${RATE} scores/s for ${ROUND_SECONDS} s in turns, ${costs.length} rounds, ` +
          `${SAMPLED * 100} % of the requests recorded; the collector received ${collector.requests()} requests`,
      );
      return figuresOf(costs);
    } finally {
      for (const { watcher, platform, remove } of contestants) {
        watcher.close();
        await platform.stop();
        await remove();
      }
      collector.server.close();
    }
  },
};

/** Returns the costs of one round, in the order of the contestants. */
type Round = readonly number[];

/** Measures the nodes in turns, in changing order, so that load on the machine and a growing log affect all equally. */
async function compete(contestants: readonly Contestant[], rounds: number): Promise<readonly Round[]> {
  const costs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = [0, 1, 2].map((place) => (place + round) % 3);
    const costOfRound: number[] = [];
    for (const index of order) costOfRound[index] = await costOf(contestants[index]!, ROUND_SECONDS);
    costs.push(costOfRound);
  }
  return costs;
}

function figuresOf(costs: readonly Round[]): readonly Figure[] {
  const untraced = costs.map(([plain, , control]) => (plain! + control!) / 2);
  const base = median(untraced);
  const ratioOf = (index: number): number => median(costs.map((round, nth) => round[index]! / untraced[nth]!));
  return [
    comparison(
      'processor time of a score, traced',
      base * ratioOf(1),
      'µs',
      { name: 'not traced', value: base },
      { atMost: 1.03 },
    ),
    figure('  not traced', base, 'µs'),
    figure('  one untraced node against both', ratioOf(0), '×'),
  ];
}

/** Returns the processor time of the node for each score, in microseconds. */
async function costOf({ platform, prepared }: Contestant, seconds: number): Promise<number> {
  const ledger = new AttemptLedger();
  const before = await cpuTimeOf(platform.pid);
  await playClass(prepared, { rate: RATE, seconds }, ledger);
  return (((await cpuTimeOf(platform.pid)) - before) * 1_000) / ledger.acknowledged.length;
}

async function open(name: string, settings: Record<string, string>): Promise<Contestant> {
  const { dataDir, remove } = await makeDataDir(name);
  const platform = await PlatformProcess.start({ dataDir, settings: { DEMO: 'on', ...settings } });
  const accounts = await readAccounts(join(dataDir, 'demo-accounts.json'), STUDENTS);
  const prepared = await prepareClass(platform.url, accounts);
  const watcher = new LiveWatcher<GradebookRow>(prepared.instructor, 'gradebook', prepared.sessionId, () => undefined);
  await watcher.start();
  return { platform, prepared, watcher, remove };
}

/** Starts a receiver that reads and discards traces, because the work of a collector is no cost of the platform. */
async function openCollector(): Promise<{ server: Server; endpoint: string; requests(): number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, endpoint: `http://127.0.0.1:${port}`, requests: () => requests };
}
