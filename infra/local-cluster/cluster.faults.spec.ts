import { performance } from 'node:perf_hooks';
import { cellKey } from '../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../api/contracts/gradebook.contract.js';
import type { Group } from '../../api/contracts/group.contract.js';
import { closeAll, connected, openLive, watch } from '../../api/platform/live/testing/live-client.js';
import { MailFolder } from '../../api/testing/mail-folder.js';
import { competeScenario, sampleAttempt } from '../../api/testing/sample-attempt.js';
import { until } from '../../api/testing/until.js';
import { Timetable } from '../bench/transitions/timetable.js';
import { readAccounts } from '../simulate/accounts.js';
import { LivePoller } from '../simulate/live-poller.js';
import { simulateClass } from '../simulate/simulate-class.js';
import { type Figure, figure } from '../bench/figure.js';
import { cachesRightsLonger, expiresLeasesLate } from '../faults/testing/breakages.js';
import { fault } from '../faults/testing/fault.js';
import { figuresOf } from '../faults/testing/figures-of-class.js';
import { LocalCluster } from './local-cluster.js';
import { withBrokenNodes } from './testing/broken-nodes.js';
import { onCluster, say } from './testing/on-cluster.js';
import { People } from './testing/people.js';

/** Of these students, some play, one watches the leader, and the rest are disabled; the last one is for the control. */
const STUDENTS = 13;
const PLAYERS = 8;
const SCORES = 20;
const WRITES = 30;
const RESETS = 6;
const CLASSES = 60;
/** A new leader takes over within five seconds. */
const LATE_SECONDS = 6;
const NONE = { atMost: 0 };

onCluster('two http nodes and two workers behind a proxy', () => {
  let cluster: LocalCluster;
  let people: People;
  let sessionId: string;
  /** The addresses of the two http nodes, without the proxy. */
  let [a, b] = ['', ''];

  beforeAll(async () => {
    cluster = await LocalCluster.start();
    people = await People.of(cluster);
    [a, b] = [cluster.httpNodes[0].url, cluster.httpNodes[1].url];
    sessionId = await people.runningClass(STUDENTS);
  }, 120_000);
  afterEach(closeAll);
  afterAll(() => cluster?.stop(), 60_000);

  it('shows a score submitted at one node to watchers at the other node and through the proxy', async () => {
    const instructor = await people.at(a, 'Instructor');
    const student = await people.at(a, 'User');
    const watchers = await Promise.all(
      [b, cluster.url].map(async (url) => {
        const live = openLive(url, instructor.token);
        expect(await connected(live.socket)).toBe('connected');
        expect(await watch(live.socket, { topic: 'gradebook', id: sessionId })).toMatchObject({ ok: true });
        return live;
      }),
    );
    const took: number[] = [];
    for (let total = 1; total <= SCORES; total += 1) {
      const began = performance.now();
      const attempt = sampleAttempt(sessionId, competeScenario, { totalScore: total });
      expect((await student.post('/scores', attempt)).status).toBe(202);
      const shows = ({ changes }: (typeof watchers)[number]): boolean =>
        changes.some(({ rows }) =>
          rows.some(({ value }) => {
            const row = value as GradebookRow | null;
            return row?.kind === 'cell' && row.total === total;
          }),
        );
      await until(() => watchers.every(shows));
      took.push(performance.now() - began);
    }
    took.sort((one, other) => one - other);
    say(
      `score at one node, seen at the other and through the proxy: p50 ${ms(took[SCORES / 2]!)}, longest ${ms(took.at(-1)!)}`,
    );
  });

  it('continues polling at the other node when one dies, and misses no score', async () => {
    const instructor = await people.at(a, 'Instructor');
    const student = await people.at(b, 'User', 1);
    const totals = [new Set<number>(), new Set<number>()];
    // The proxy distributes requests in turn, so both nodes have open polls.
    const pollers = totals.map((seen) => {
      const caller = { url: cluster.url, token: async () => instructor.token };
      return new LivePoller<GradebookRow>(caller, 'gradebook', sessionId, (rows) => {
        for (const { value } of rows) if (value?.kind === 'cell') seen.add(value.total);
      });
    });
    try {
      await Promise.all(pollers.map((poller) => poller.start()));
      for (const total of [201, 202, 203, 204]) {
        const attempt = sampleAttempt(sessionId, competeScenario, { totalScore: total });
        if (total === 202) await cluster.httpNodes[0].kill();
        expect((await student.post('/scores', attempt)).status).toBe(202);
        await until(() => totals.every((seen) => seen.has(total)));
      }
    } finally {
      for (const poller of pollers) poller.close();
      await cluster.httpNodes[0].start();
      await cluster.httpNodesServe();
    }
  });

  fault('a user disabled at another node', () => disable(PLAYERS + 1, STUDENTS - 1), {
    name: 'rights and sessions are cached for ten seconds',
    measure: () => withBrokenNodes(cluster, 'httpNodes', cachesRightsLonger, () => disable(STUDENTS - 1, STUDENTS)),
  });

  async function disable(from: number, to: number): Promise<Figure[]> {
    const admin = await people.at(a, 'SystemAdmin');
    const [refusals, drops]: [number[], number[]] = [[], []];
    for (let nth = from; nth < to; nth += 1) {
      const student = await people.at(b, 'User', nth);
      expect((await student.get('/users/me/groups')).status).toBe(200);
      const sockets = [b, cluster.url].map((url) => openLive(url, student.token).socket);
      expect(await Promise.all(sockets.map(connected))).toEqual(['connected', 'connected']);
      const dropped = Promise.all(
        sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve))),
      );
      expect((await admin.put(`/users/${student.userId}/enabled`, { enabled: false })).status).toBe(200);
      const began = performance.now();
      await until(async () => [401, 403].includes((await student.get('/users/me/groups')).status));
      refusals.push(performance.now() - began);
      await dropped;
      drops.push(performance.now() - began);
    }
    return [
      figure('requests still accepted for', Math.max(...refusals) / 1_000, 's', { atMost: 2 }),
      figure('sockets still open for', Math.max(...drops) / 1_000, 's', { atMost: 5 }),
    ];
  }

  it('lets users read at one node what they wrote at the other', async () => {
    const [atA, atB] = [await people.at(a, 'OrganizationAdmin'), await people.at(b, 'OrganizationAdmin')];
    const took: number[] = [];
    let behind = 0;
    for (let nth = 1; nth <= WRITES; nth += 1) {
      const created = await atA.post<Group>('/groups', { name: `Course ${nth}`, ownerId: atA.userId });
      expect(created.status).toBe(201);
      const { id } = created.body;
      if ((await atB.get(`/groups/${id}`)).status === 404) behind += 1;
      const began = performance.now();
      const position = created.headers.get('x-log-position')!;
      const read = await atB.get<Group>(`/groups/${id}`, { 'x-read-after': position });
      took.push(performance.now() - began);
      expect([read.status, read.headers.get('x-stale')]).toEqual([200, null]);
    }
    say(
      `${WRITES} new courses read at the other node with x-read-after: longest ${ms(Math.max(...took))}; without it ${behind} did not exist there yet`,
    );
  });

  fault('the leader killed in the middle of resets and transitions', () => killAtTransitions(RESETS), {
    name: 'the lease of a leader expires only after eight seconds',
    measure: () => withBrokenNodes(cluster, 'workers', [expiresLeasesLate], () => killAtTransitions(0)),
  });

  async function killAtTransitions(resets: number): Promise<Figure[]> {
    const mails = new MailFolder(cluster.dataDir);
    const addresses = Array.from(
      { length: resets },
      (_, nth) => `student${String(nth + 1).padStart(2, '0')}@demo.example`,
    );
    const timetable = new Timetable(cluster.databaseUrl);
    try {
      await timetable.addCourses(CLASSES);
      const starts = new Date(Date.now() + 6_000);
      const ends = new Date(starts.getTime() + 5_000);
      await timetable.plan(starts, ends);
      await timetable.recorded('ClassStarted', CLASSES, 20_000);
      const leader = await cluster.leader();
      const asked = addresses.map((address) => requestReset(cluster.url, address));
      expect(await Promise.all(asked)).toEqual(addresses.map(() => 204));
      await timetable.recorded('ClassEnded', 1, 20_000);
      await leader.kill();
      await timetable.recorded('ClassEnded', CLASSES, 20_000);
      const figures: Figure[] = [];
      for (const type of ['ClassStarted', 'ClassEnded'] as const) {
        const { late, doubled, missed, moved } = await timetable.outcome(type);
        const made = { doubled, missed, moved };
        for (const [what, count] of Object.entries(made))
          figures.push(figure(`${type} ${what}`, count, 'classes', NONE));
        figures.push(figure(`${type} largest delay`, late.at(-1)! / 1_000, 's', { atMost: LATE_SECONDS }));
      }
      await leader.start();
      for (const address of addresses) await mails.waitFor(address, 'Reset your password');
      const notOnce = addresses.filter((address) => mails.to(address).length !== 1).length;
      return [...figures, figure('resets without exactly one mail', notOnce, `of ${resets}`, NONE)];
    } finally {
      await timetable.close();
    }
  }

  fault('the leader killed while browsers watch', killWhileWatched, {
    name: 'the lease of a leader expires only after eight seconds',
    measure: () => withBrokenNodes(cluster, 'workers', [expiresLeasesLate], killWhileWatched),
  });

  async function killWhileWatched(): Promise<Figure[]> {
    let stalled = Number.NaN;
    let killing: Promise<void> | undefined;
    const instructor = await people.at(b, 'Instructor');
    const student = await people.at(a, 'User', PLAYERS);
    const killAndWatch = async (): Promise<void> => {
      const live = openLive(b, instructor.token);
      expect(await connected(live.socket)).toBe('connected');
      expect(await watch(live.socket, { topic: 'gradebook', id: sessionId })).toMatchObject({ ok: true });
      const leader = await cluster.leader();
      await leader.kill();
      const killedAt = performance.now();
      await student.post('/scores', sampleAttempt(sessionId));
      const cell = cellKey(student.userId, competeScenario.scenarioId);
      await until(() => live.changes.some(({ rows }) => rows.some(({ key }) => key === cell)));
      stalled = performance.now() - killedAt;
      await leader.start();
    };
    const result = await simulateClass({
      url: cluster.url,
      accounts: await readAccounts(cluster.accountsFile, PLAYERS),
      rate: 20,
      seconds: 14,
      onPlaying: () => {
        killing = killAndWatch();
      },
    });
    await killing;
    return [figure('until rows arrived again', stalled / 1_000, 's', { atMost: 5 }), ...figuresOf(result)];
  }
});

const ms = (time: number): string => `${Math.round(time)} ms`;

async function requestReset(url: string, address: string): Promise<number> {
  const response = await fetch(`${url}/api/users/requestPasswordReset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(address),
  });
  return response.status;
}
