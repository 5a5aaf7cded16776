import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { newSecrets } from '../bench/environment/new-secrets.js';
import { type Figure, figure } from '../bench/figure.js';
import { readAccounts } from '../simulate/accounts.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import { type PreparedClass, prepareClass } from '../simulate/prepare-class.js';
import { ignoresTimelines } from './testing/breakages.js';
import { BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { OperatedPostgres } from './testing/operated-postgres.js';
import { differingReadModels } from './testing/read-models.js';
import { ScoreLoad } from './testing/score-load.js';
import { postgresLog } from './testing/score-log.js';
import { Screen } from './testing/screen.js';
import { StageNode } from './testing/stage-node.js';
import { queryNumber, untilScores } from './testing/under-fault.js';

const STUDENTS = 4;
const SCORES = 12;
const SETTLE_MS = 3_000;

fault('PostgreSQL of an operator is recovered to a point in time while a node runs', () => recover(), {
  name: 'nodes ignore the timeline',
  measure: async () => {
    const broken = BrokenBuild.make(ignoresTimelines);
    try {
      return await recover(broken.main);
    } finally {
      broken.remove();
    }
  },
});

async function recover(main?: string): Promise<Figure[]> {
  const postgres = await OperatedPostgres.start();
  const settings = {
    ...newSecrets(),
    DATABASE_URL: postgres.appUrl,
    DATABASE_ADMIN_URL: postgres.adminUrl,
    DEMO: 'on',
  };
  const node = await StageNode.make({ dataDir: postgres.dataDir, log: 'node.log', settings });
  try {
    await node.start(main);
    return await rewind(postgres, node, settings);
  } finally {
    await node.stop();
    await postgres.close();
  }
}

async function rewind(
  postgres: OperatedPostgres,
  node: StageNode,
  settings: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const accounts = await readAccounts(join(postgres.dataDir, 'demo-accounts.json'), STUDENTS);
  const played = await prepareClass(node.url, accounts);
  const screen = await Screen.open(played.instructor, played.sessionId);
  await postgres.takeBase();
  const kept = await submit(played);
  await pause(1_000);
  const moment = new Date();
  await pause(1_000);
  const undone = await submit(played);
  await pause(SETTLE_MS);
  const began = performance.now();
  await postgres.recoverTo(moment);
  const recovered = performance.now();
  const load = new ScoreLoad(played);
  try {
    await untilScores(load, 5, 60_000);
  } finally {
    await load.end();
  }
  const served = performance.now();
  await pause(SETTLE_MS);
  const readAnew = await Screen.open(played.instructor, played.sessionId);
  const found = (attemptIds: readonly string[]): Promise<number> =>
    withClient(postgres.appUrl, async (client) => (await postgresLog(client).timesOf(attemptIds)).length);
  const figures = [
    figure('missing scores from before the moment', kept.length - (await found(kept)), 'scores', { atMost: 0 }),
    figure('remaining scores from after the moment', await found(undone), 'scores', { atMost: 0 }),
    figure('missing new scores', load.acknowledged.length - (await found(load.acknowledged)), 'scores', {
      atMost: 0,
    }),
    figure(
      'epoch of the newest event',
      await queryNumber(postgres.appUrl, 'select max(epoch) as n from log.events'),
      '',
      {
        atLeast: 2,
      },
    ),
    figure('wrong rows on an open screen', screen.differences(readAnew), 'rows', { atMost: 0 }),
    await differingReadModels(settings),
    figure('until the server had recovered', (recovered - began) / 1_000, 's'),
    figure('until scores were acknowledged again', (served - recovered) / 1_000, 's', { atMost: 15 }),
  ];
  for (const each of [screen, readAnew]) each.close();
  return figures;
}

async function submit({ students, scenarios, sessionId }: PreparedClass): Promise<string[]> {
  const attempts = Array.from({ length: SCORES }, (_, nth) =>
    makeAttempt(scenarios[nth % scenarios.length]!, sessionId, 0, new Date()),
  );
  for (const [nth, attempt] of attempts.entries())
    await students[nth % students.length]!.send('POST', '/api/scores', attempt);
  return attempts.map(({ attemptId }) => attemptId);
}
