import type { SystemStatus } from '../../../api/contracts/system-status.contract.js';
import { aNode, aReader, aStatus } from '../../testing/status-fixture.js';
import { problemsOf } from './system-problems.js';

type Nodes = Exclude<SystemStatus['nodes'], string>;

const node = aNode();
const reader = aReader('gradebook');
const well = aStatus({ nodes: [node] });
const ofNode = (more: Partial<Nodes[number]>): Partial<SystemStatus> => ({ nodes: [{ ...node, ...more }] });

it('finds no problems in a healthy status or in unknown values', () => {
  expect(problemsOf(well)).toEqual([]);
  const unknown = { leader: 'unknown', nodes: 'unknown', readers: 'unknown', oldestTransaction: 'unknown' } as const;
  expect(problemsOf({ ...well, ...unknown })).toEqual([]);
});

it.each<[string, Partial<SystemStatus>, string, RegExp]>([
  ['no leader', { leader: null }, 'leader', /^No active leader/],
  ['an unresponsive database', { databaseMs: 'unknown' }, 'database', /did not respond/],
  ['a slow database', { databaseMs: 400 }, 'database', /takes 400 ms/],
  [
    'an old transaction',
    {
      oldestTransaction: {
        seconds: 31,
        isAtLeast: true,
        application: 'pg_dump',
        databaseRole: 'backup',
        heldUpEvents: 12,
      },
    },
    'database',
    /^pg_dump \(role backup\) has had a transaction open for at least 31 s\. It blocks 12 events\.$/,
  ],
  [
    'a lagging reader',
    { readers: [{ ...reader, lagEvents: 90, lagSeconds: 12 }] },
    'readers',
    /^gradebook: up to 12 s behind/,
  ],
  ['parked events', { readers: [{ ...reader, parkedEvents: 2 }] }, 'dead letters', /^2 events were skipped/],
  ['a node without heartbeats', ofNode({ seenSecondsAgo: 31 }), 'nodes', /^alpha:7 has sent no heartbeat for 31 s/],
  ['a clock offset', ofNode({ clockSkewMs: -1_400 }), 'nodes', /is 1\.4 s off the database's\.$/],
  ['a clock offset that prevents leading', ofNode({ clockSkewMs: 2_600 }), 'nodes', /2\.6 s off .* cannot lead/],
  ['a full pool', ofNode({ pool: { ...node.pool, waiting: 5 } }), 'database', /^5 requests on alpha:7 wait/],
  ['a busy node', ofNode({ eventLoopMs: 900 }), 'nodes', /lags by up to 900 ms/],
  ['slow pushes', ofNode({ pushMs: 4_200 }), 'readers', /arrive 4\.2 s after/],
  ['a full disk', ofNode({ freeDiskBytes: 80e6 }), 'nodes', /has 80 MB left/],
  [
    'an unresponsive job store',
    { jobs: 'unknown', jobStore: 'Redis' },
    'jobs',
    /^Redis, which stores the jobs, is not responding/,
  ],
  [
    'failed jobs',
    { jobs: { waiting: 0, delayed: 0, active: 0, failed: 1, done: 0 } },
    'dead letters',
    /^1 job has failed/,
  ],
  [
    'waiting mails',
    { queues: [{ queue: 'mail', depth: { waiting: 4, oldestSeconds: 90 } }] },
    'mail',
    /4 waiting, the oldest for 90 s/,
  ],
  [
    'a game build that cannot be served',
    { game: { build: null, problem: 'UNITY_BUILD_DIR (/game) is not a folder that can be read: set it.' } },
    'game',
    /^The game cannot be played\./,
  ],
  [
    'waiting Stripe events',
    { queues: [{ queue: 'stripe', depth: { waiting: 1, oldestSeconds: 400 } }] },
    'stripe',
    /are not being processed/,
  ],
])('finds %s, with a remedy', (_, more, part, what) => {
  const problems = problemsOf({ ...well, ...more });
  expect(problems).toMatchObject([{ part, what: expect.stringMatching(what) }]);
  expect(problems[0]!.remedy).toMatch(/\.$|backend_xid\.$/);
});

it('sorts problems worst first', () => {
  const problems = problemsOf({ ...well, leader: null, ...ofNode({ eventLoopMs: 900 }) });
  expect(problems.map(({ severity }) => severity)).toEqual(['error', 'warning']);
});

it('names readers and rebuilds without progress', () => {
  const readers = [
    { ...reader, stalledSeconds: 90, lagEvents: 3 },
    { ...reader, name: 'people', stalledSeconds: 120, rebuild: { events: 5, of: 10 } },
  ];
  expect(problemsOf({ ...well, readers }).map(({ severity, what }) => [severity, what])).toEqual([
    ['error', 'Reader gradebook has made no progress for 90 s.'],
    ['error', 'The rebuild of people has made no progress for 120 s.'],
  ]);
});
