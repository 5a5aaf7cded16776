import type { Leaderboard } from '../../../api/contracts/leaderboard.contract.js';
import { ApiClient } from '../../simulate/api-client.js';
import { percentile } from '../../simulate/percentile.js';
import { makeDataDir } from '../environment/data-dir.js';
import { PlatformProcess } from '../environment/platform-process.js';
import { runBuilder } from '../environment/run-builder.js';
import { timedGets } from '../environment/timed-get.js';
import { type Figure, figure, median } from '../figure.js';
import type { Suite } from '../suite.js';
import { COMPETITION, type Competition, loadCompetition } from './competition.js';
import { measurePushes } from './pushes.js';

const TIMES = 200;
/** Uses the median of the series, because a pause of the machine for a tenth of a second would determine the p99 of one series. */
const SERIES = 3;
const WARM_UP = 20;
const GOAL_MS = 20;

/** Ten thousand students in one competition: the cost of a board for requests and for pushes. */
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

/** Requests one after the other, as the page does: all campaigns, one campaign, one scenario, each for a student with a low rank. */
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
    await timedGets(WARM_UP, address, headers);
    const series: number[][] = [];
    for (let nth = 0; nth < SERIES; nth += 1) {
      series.push((await timedGets(TIMES, address, headers)).map(({ ended }) => ended));
    }
    for (const share of [50, 99]) {
      const middle = median(series.map((times) => percentile(times, share)!));
      figures.push(figure(`leaderboard GET, ${name}, own place below, p${share}`, middle, 'ms', { atMost: GOAL_MS }));
    }
  }
  return figures;
}

/** Returns the player with the lowest rank, which is the most expensive to compute. */
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
  say(`Requested by the student with rank ${lowest.rank}`);
  return lowest.client;
}
