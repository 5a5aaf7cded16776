import { setTimeout as pause } from 'node:timers/promises';
import { newStream, sampleEvent } from '../testing/sample-events.js';
import type { KurrentDbEventStore } from './kurrentdb-event-store.js';
import { LogUnavailable } from './log-unavailable.js';
import { KurrentDbDoubleCluster } from './testing/kurrentdb-double-cluster.js';
import { openOwnedStore } from './testing/owned-kurrentdb.js';

let cluster: KurrentDbDoubleCluster;
let store: KurrentDbEventStore;

beforeEach(async () => {
  cluster = await KurrentDbDoubleCluster.start();
  store = await openOwnedStore({ url: cluster.url, streamPrefix: '' });
});
afterEach(async () => {
  await store.close();
  cluster.close();
});

const append = () => store.appendToStream(newStream(), 'no-stream', [sampleEvent()]);

it('elects another leader, and appends continue', async () => {
  await append();
  cluster.kill(cluster.leader!);
  await expect(append()).resolves.toMatchObject({ version: 0 });
});

it('accepts appends again after a time without a majority', async () => {
  const [first, second] = cluster.nodes;
  cluster.kill(first!);
  cluster.kill(second!);
  await expect(append()).rejects.toBeInstanceOf(LogUnavailable);
  await Promise.all([first!, second!].map((node) => cluster.restart(node)));
  await expect(append()).resolves.toMatchObject({ version: 0 });
});

it('leaves no rejection unhandled when a call breaks while no leader is found', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): number => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    await append();
    const leader = cluster.leader!;
    leader.fail('read', 'silent');
    const broken = store.readStream(newStream());
    for (const node of cluster.nodes) if (node !== leader) cluster.kill(node);
    const searching = store.readStream(newStream());
    await pause(300);
    cluster.kill(leader);
    const failures = await Promise.allSettled([broken, searching]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});
