import { setTimeout as pause } from 'node:timers/promises';
import { KurrentDbDouble } from '../../api/platform/eventsourcing/kurrentdb/testing/kurrentdb-double.js';
import { FaultProxy } from '../../api/testing/fault-proxy.js';
import type { Figure } from '../bench/figure.js';
import type { PreparedClass } from '../simulate/prepare-class.js';
import { runOutages, recovered } from './testing/outages.js';
import { storesRepeatsTwice } from './testing/breakages.js';
import { fault } from './testing/fault.js';
import type { ScoreLoad } from './testing/score-load.js';
import { doubleLog } from './testing/score-log.js';
import { Stage } from './testing/stage.js';
import type { StageNode } from './testing/stage-node.js';
import { untilScores, underFault } from './testing/under-fault.js';

const STUDENTS = 8;

let stage: Stage;
let double: KurrentDbDouble;
let proxy: FaultProxy;
let node: StageNode;
let played: PreparedClass;

beforeAll(async () => {
  stage = await Stage.open();
  double = await KurrentDbDouble.start();
  proxy = await FaultProxy.start(double.url);
  node = await stage.node('all', { KURRENTDB_URL: proxy.through(double.url) });
  await node.start();
  played = await stage.class(node.url, STUDENTS);
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await proxy?.close();
  double?.close();
}, 60_000);

fault('a double of KurrentDB: slow, refused, silent, mute, cut', () => inEveryWay(), {
  name: 'repeats are stored again',
  measure: () => stage.insteadOf(node, storesRepeatsTwice, mute),
});

const inEveryWay = (): Promise<Figure[]> => whilePlaying((load) => runOutages(proxy, load, { url: node.url, played }));

/** Scores are stored, but the confirmations are lost. */
const mute = (): Promise<Figure[]> =>
  whilePlaying(async (load) => {
    proxy.mute();
    await pause(2_500);
    await proxy.heal();
    await recovered(load);
    return [];
  });

const whilePlaying = (work: (load: ScoreLoad) => Promise<readonly Figure[]>): Promise<Figure[]> =>
  underFault({ url: node.url, databaseUrl: stage.databaseUrl, played, log: doubleLog(double) }, async (load) => {
    await untilScores(load, 5);
    return work(load);
  });
