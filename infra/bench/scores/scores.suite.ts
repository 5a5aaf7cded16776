import { join } from 'node:path';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import type { ClientConfig } from '../../../api/contracts/client-config.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { inParallel } from '../../../api/platform/in-parallel.js';
import { makeAttempt } from '../../simulate/make-attempt.js';
import { countEvents, withDatabase } from '../environment/database.js';
import type { Environment } from '../environment/environment.js';
import { comparison, figure } from '../figure.js';
import type { Suite } from '../suite.js';
import { importPeer } from '../append/contestants.js';

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 4;
const SECONDS = 10;

interface Intake {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly acknowledged: number;
}

/** Measures score intake under load, and the same route with its guards, validation and decision but without the store. */
export const scores: Suite = {
  name: 'scores',
  async run({ say, environment }) {
    const platform = await environment();
    const before = await countScores(platform);
    const whole = await measure(platform);
    const stored = (await countScores(platform)) - before;
    const bare = await measure(platform, join('dist', 'infra', 'bench', 'scores', 'without-store.js'));
    if (stored < whole.acknowledged)
      throw new Error(`${whole.acknowledged} were acknowledged, but ${stored} are stored.`);
    say(
      `POST /api/scores: ${CONNECTIONS} connections, ${SECONDS} s, load generator and both roles on the same cores; ${whole.acknowledged} acknowledged are in the log`,
    );
    const peer = { name: 'route without the store', value: bare.rate };
    return [
      figure('POST /api/scores', whole.rate, 'scores/s', { atLeast: 2_000 }),
      figure('  p50', whole.p50, 'ms'),
      figure('  p99', whole.p99, 'ms', { atMost: 100 }),
      comparison('POST /api/scores', whole.rate, 'scores/s', peer, { atLeast: 0.5 }),
      figure('  route without the store', bare.rate, 'scores/s'),
    ];
  },
};

async function measure({ start, fixture }: Environment, main?: string): Promise<Intake> {
  const platform = await start(main ? { main } : {});
  try {
    const players = fixture.accounts.players.map((account) => new ApiClient(platform.url, account));
    const tokens = await inParallel(4, players, (player) => player.token());
    const { catalogueId } = await players[0]!.get<ClientConfig>('/config.json');
    // Players receive no correct answers. Quizzes are left out, because earlier builds refuse their answers.
    const staff = new ApiClient(platform.url, fixture.accounts.liveInstructor);
    const scenarios = await staff.get<Scenario[]>(`/api/courses/${catalogueId}/headers`);
    const flights = scenarios.filter(({ scenarioType }) => scenarioType !== 'Quiz');
    const load = {
      url: platform.url,
      connections: CONNECTIONS,
      requests: tokens.map((token) => requestOf(token, flights, fixture.sessionId)),
    };
    await autocannon({ ...load, duration: WARM_UP_SECONDS });
    const result = await autocannon({ ...load, duration: SECONDS });
    if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed.`);
    const { '2xx': acknowledged, duration, latency } = result;
    return { rate: acknowledged / duration, acknowledged, ...latency };
  } finally {
    await platform.stop();
  }
}

/** Creates a new attempt for every call. */
function requestOf(token: string, scenarios: readonly Scenario[], sessionId: string) {
  let calls = 0;
  return {
    method: 'POST',
    path: '/api/scores',
    headers: { 'content-type': 'application/json', 'x-auth-token': token },
    setupRequest: <Request extends object>(request: Request) => {
      const scenario = scenarios[calls++ % scenarios.length]!;
      return { ...request, body: JSON.stringify(makeAttempt(scenario, sessionId, 0, new Date())) };
    },
  } as const;
}

async function countScores({ start, dataDir }: Environment): Promise<number> {
  const platform = await start();
  const scores = await withDatabase(dataDir, (client) => countEvents(client, 'ScoreSubmitted'));
  await platform.stop();
  return scores;
}

/** The used part of autocannon, whose own types are not installed with the product. */
interface Request {
  readonly method: 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly setupRequest?: (request: Request) => Request & { readonly body: string };
}

interface Result {
  readonly duration: number;
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p99: number };
}

interface Options {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly requests: readonly Request[];
}

/** Sends requests over this many connections, one after the other on each. */
async function autocannon(options: Options): Promise<Result> {
  const peer = (await importPeer('autocannon')) as { default: (options: Options) => Promise<Result> };
  return peer.default(options);
}
