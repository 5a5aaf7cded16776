import type { Leaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { percentile } from '../../simulate/percentile.js';
import { makeDataDir } from '../environment/data-dir.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { runBuilder } from '../environment/run-builder.js';
import { timedGet } from '../environment/timed-get.js';
import { type Figure, figure } from '../figure.js';
import type { Suite } from '../suite.js';
import { COMPETITION, type Competition, loadCompetition } from './competition.js';
import { measurePushes } from './pushes.js';

const TIMES = 200;
const WARM_UP = 20;
const GOAL_MS = 20;

/** Ten thousand students in one competition: what a board costs who asks, and who is told. */
export const leaderboard: Suite = {
  name: 'leaderboard',
  async run({ say }) {
    const { dataDir, remove } = await makeDataDir('leaderboard');
    try {
      const began = performance.now();
      await runBuilder('leaderboard/build-competition.js', dataDir);
      say(
        `Built ${COMPETITION.students} students in one class in ${Math.round((performance.now() - began) / 1_000)} s`,
      );
      const platform = await PlatformProcess.start({ dataDir });
      try {
        const competition = await loadCompetition(dataDir);
        const reads = await measureReads(platform.url, competition, say);
        return [...reads, ...(await measurePushes(platform.url, competition, say))];
      } finally {
        await platform.stop();
      }
    } finally {
      await remove();
    }
  },
};

/** As the page asks, one after the other: of all campaigns, of one, of a scenario, each by somebody far down. */
async function measureReads(url: string, competition: Competition, say: (line: string) => void): Promise<Figure[]> {
  const { sessionId, campaignId, scenarioId } = competition;
  const player = await lowestOf(url, competition, say);
  const headers = { 'x-auth-token': await player.token() };
  const figures: Figure[] = [];
  for (const [name, narrowed] of [
    ['whole class', ''],
    ['a campaign', `&campaignId=${campaignId}`],
    ['a scenario', `&scenarioId=${scenarioId}`],
  ] as const) {
    const address = `${url}/api/scores/leaderboard/${sessionId}/all?limit=25${narrowed}`;
    const times: number[] = [];
    for (let nth = 0; nth < WARM_UP + TIMES; nth += 1) {
      const answer = await timedGet(address, headers);
      if (answer.status !== 200) throw new Error(`The leaderboard answered ${answer.status}.`);
      if (nth >= WARM_UP) times.push(answer.ended);
    }
    figures.push(
      figure(`leaderboard GET, ${name}, own place below, p50`, percentile(times, 50)!, 'ms', { atMost: GOAL_MS }),
      figure(`leaderboard GET, ${name}, own place below, p99`, percentile(times, 99)!, 'ms', { atMost: GOAL_MS }),
    );
  }
  return figures;
}

/** Of the players the one with the lowest place, whose place costs most. */
async function lowestOf(
  url: string,
  { players, sessionId }: Competition,
  say: (line: string) => void,
): Promise<ApiClient> {
  let lowest = { client: new ApiClient(url, players[0]!), rank: 0 };
  for (const account of players) {
    const client = new ApiClient(url, account);
    const { me } = await client.get<Leaderboard>(`/api/scores/leaderboard/${sessionId}/all?limit=1`);
    if (me && me.rank > lowest.rank) lowest = { client, rank: me.rank };
  }
  say(`Asked by place ${lowest.rank}`);
  return lowest.client;
}
