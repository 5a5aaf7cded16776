import { setTimeout as pause } from 'node:timers/promises';
import { type SimulationResult, simulateClass } from '../../simulate/simulate-class.js';
import { postgresPid } from '../environment/database.js';
import type { Environment } from '../environment/environment.js';
import { freePort } from '../../../api/platform/database/free-port.js';
import { type Figure, figure } from '../figure.js';
import type { Suite } from '../suite.js';

const PROCESS_KILLS = 10;
const POSTGRES_KILLS = 5;
const RATE = 60;
/** Time for a restart and some scores between two kills. */
const BETWEEN_MS = 5_000;
const FIRST_AFTER_MS = 2_000;

/** A class that continues while the process, then the database, is killed repeatedly. */
export const kills: Suite = {
  name: 'kills',
  async run({ say, environment }) {
    const world = await environment();
    const port = await freePort();
    const running = { platform: await world.start({ port }) };
    try {
      const ofProcess = await playThrough(world, running.platform.url, PROCESS_KILLS, async () => {
        await running.platform.kill();
        running.platform = await world.start({ port });
      });
      const ofPostgres = await playThrough(world, running.platform.url, POSTGRES_KILLS, async () => {
        process.kill(await postgresPid(world.dataDir), 'SIGKILL');
      });
      say(lineOf('the process', PROCESS_KILLS, ofProcess));
      say(lineOf('PostgreSQL', POSTGRES_KILLS, ofPostgres));
      return [
        ...figuresOf(`kill -9 of the process × ${PROCESS_KILLS}`, ofProcess),
        ...figuresOf(`kill -9 of PostgreSQL × ${POSTGRES_KILLS}`, ofPostgres),
      ];
    } finally {
      await running.platform.stop();
    }
  },
};

async function playThrough(
  { fixture }: Environment,
  url: string,
  times: number,
  kill: () => Promise<void>,
): Promise<SimulationResult> {
  const { liveInstructor: instructor, players: students } = fixture.accounts;
  let killing: Promise<void> | undefined;
  const result = await simulateClass({
    url,
    accounts: { instructor, students },
    rate: RATE,
    seconds: (FIRST_AFTER_MS + times * BETWEEN_MS) / 1_000,
    onPlaying: () => {
      killing = repeat(times, kill);
    },
  });
  await killing;
  return result;
}

async function repeat(times: number, kill: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (let nth = 0; nth < times; nth += 1) {
    await pause(began + FIRST_AFTER_MS + nth * BETWEEN_MS - performance.now());
    await kill();
  }
}

const lineOf = (
  what: string,
  times: number,
  { submitted, acknowledged, seenLive, refused, p99 }: SimulationResult,
): string =>
  `Killed ${what} ${times} times under ${RATE} scores/s: ${submitted} submitted, ${acknowledged} acknowledged, ${seenLive} seen live, ${refused} refused, p99 with the outage ${p99} ms`;

const figuresOf = (name: string, { lost, doubled }: SimulationResult): Figure[] => [
  figure(`${name}: lost`, lost, 'scores', { atMost: 0 }),
  figure(`${name}: doubled`, doubled, 'scores', { atMost: 0 }),
];
