import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../api/platform/database/postgres-roles.js';
import { newSecrets } from '../bench/environment/new-secrets.js';
import { type Figure, figure } from '../bench/figure.js';
import { readAccounts } from '../simulate/accounts.js';
import { makeAttempt } from '../simulate/make-attempt.js';
import { prepareClass } from '../simulate/prepare-class.js';
import { ignoresTimelines } from './testing/breakages.js';
import { BrokenBuild } from './testing/broken-build.js';
import { fault } from './testing/fault.js';
import { PostgresPair } from './testing/postgres-pair.js';
import { differingReadModels } from './testing/read-models.js';
import { RequestWatch } from './testing/request-watch.js';
import { ScoreLoad } from './testing/score-load.js';
import { postgresLog } from './testing/score-log.js';
import { Screen } from './testing/screen.js';
import { StageNode } from './testing/stage-node.js';
import { queryNumber, untilScores } from './testing/under-fault.js';

const STUDENTS = 8;
const SETTLE_MS = 3_000;

fault('a standby is promoted while a class plays', () => failOver(), {
  name: 'nodes ignore the timeline',
  measure: async () => {
    const broken = BrokenBuild.make(ignoresTimelines);
    try {
      return await failOver(broken.main);
    } finally {
      broken.remove();
    }
  },
});

async function failOver(main?: string): Promise<Figure[]> {
  const pair = await PostgresPair.start();
  const settings = {
    ...newSecrets(),
    DATABASE_URL: pair.appUrl,
    DATABASE_ADMIN_URL: pair.adminUrl,
    DEMO: 'on',
  };
  const nodes: StageNode[] = [];
  try {
    for (const name of ['one', 'two']) {
      const node = await StageNode.make({ dataDir: pair.dataDir, log: `${name}.log`, settings });
      nodes.push(node);
      await node.start(main);
    }
    return await play(pair, nodes, settings);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await pair.close();
  }
}

async function play(
  pair: PostgresPair,
  [first, second]: readonly StageNode[],
  settings: Readonly<Record<string, string>>,
): Promise<Figure[]> {
  const accounts = await readAccounts(join(pair.dataDir, 'demo-accounts.json'), STUDENTS + 1);
  const played = await prepareClass(first!.url, accounts);
  const { sessionId, scenarios } = played;
  const [onFirst, onSecond] = await Promise.all([
    Screen.open(played.instructor, sessionId),
    prepareClass(second!.url, accounts).then(({ instructor }) => Screen.open(instructor, sessionId)),
  ]);
  const watch = RequestWatch.of({ prefix: 'http' });
  const load = new ScoreLoad({ ...played, students: played.students.slice(0, STUDENTS) });
  let took: number;
  const late = makeAttempt(scenarios[0]!, sessionId, 0, new Date());
  try {
    await untilScores(load, 50);
    await pair.inStep();
    pair.stopReplicating();
    // One student's only score, so no later score replaces it on the screens.
    await played.students[STUDENTS]!.send('POST', '/api/scores', late);
    await untilScores(load, 50);
    await pause(500);
    const began = performance.now();
    await pair.failOver();
    await untilScores(load, 5, 60_000);
    took = (performance.now() - began) / 1_000;
    await untilScores(load, 50);
  } finally {
    await load.end().finally(() => watch.end());
  }
  await pause(SETTLE_MS);
  const readAnew = await Screen.open(played.instructor, sessionId);
  const acknowledged = [...load.acknowledged, late.attemptId];
  const times = await withClient(pair.appUrl, (client) => postgresLog(client).timesOf(acknowledged));
  const epoch = await queryNumber(pair.appUrl, 'select max(epoch) as n from log.events');
  const figures = [
    figure('acknowledged', acknowledged.length, 'scores'),
    figure('lost with the primary', acknowledged.length - times.length, 'scores', { atLeast: 1 }),
    figure('doubled', times.filter((each) => each > 1).length, 'scores', { atMost: 0 }),
    figure('epoch of the newest event', epoch, '', { atLeast: 2 }),
    figure('wrong rows on a screen of the first node', onFirst.differences(readAnew), 'rows', { atMost: 0 }),
    figure('wrong rows on a screen of the second node', onSecond.differences(readAnew), 'rows', { atMost: 0 }),
    await differingReadModels(settings),
    figure('until scores were acknowledged again', took, 's', { atMost: 15 }),
    ...watch.figures(),
  ];
  for (const screen of [onFirst, onSecond, readAnew]) screen.close();
  return figures;
}
