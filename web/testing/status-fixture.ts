import type { DeadLetter } from '../../api/contracts/dead-letter.contract.js';
import type { SystemStatus } from '../../api/contracts/system-status.contract.js';

type Node = Exclude<SystemStatus['nodes'], string>[number];
type Reader = Exclude<SystemStatus['readers'], string>[number];

export const aNode = (more: Partial<Node> = {}): Node => ({
  id: 'n1',
  host: 'alpha',
  pid: 7,
  version: '2.2.3',
  roles: ['http', 'worker'],
  startedAt: '2026-03-02T09:00:00.000Z',
  leadingSince: null,
  sockets: { signedIn: 30, anonymous: 2 },
  rooms: 3,
  pushMs: 180,
  eventLoopMs: 4,
  memoryMb: 210,
  pool: { used: 1, idle: 4, waiting: 0, max: 12 },
  clockSkewMs: 3,
  freeDiskBytes: 41e9,
  history: { sockets: [30, 31, 32], pushMs: [null, 170, 180] },
  seenSecondsAgo: 2,
  ...more,
});

export const aReader = (name: string, more: Partial<Reader> = {}): Reader => ({
  reader: `${name}_v1`,
  kind: 'projection',
  name,
  lagEvents: 0,
  lagSeconds: 0,
  parkedEvents: 0,
  rebuild: null,
  stalledSeconds: null,
  ...more,
});

export const aStatus = (more: Partial<SystemStatus> = {}): SystemStatus => ({
  at: '2026-03-02T12:00:00.000Z',
  nodeId: 'n1',
  leader: { nodeId: 'n2', epoch: 3 },
  nodes: [
    aNode(),
    aNode({ id: 'n2', host: 'beta', roles: ['worker'], leadingSince: '2026-03-02T11:00:00.000Z', pushMs: null }),
  ],
  readers: [
    aReader('gradebook'),
    aReader('quiz-responses'),
    aReader('password-mails', { kind: 'reactor', reader: 'reactor:password-mails' }),
  ],
  lagHistory: { gradebook_v1: [0, 1.5, 0] },
  queues: [
    { queue: 'mail', depth: { waiting: 0, oldestSeconds: 0 } },
    { queue: 'jobs', depth: { waiting: 1, oldestSeconds: null } },
  ],
  jobs: { waiting: 1, delayed: 2, active: 3, failed: 0, done: 45 },
  jobStore: 'PostgreSQL',
  oldestTransaction: null,
  databaseMs: 1.2,
  game: {
    build: {
      name: 'Build',
      productName: 'Relative Motion',
      productVersion: '1.2',
      engineVersion: '2021.3.5f1',
      storedBytes: 12_400_000,
      packings: ['brotli'],
      hasFallback: false,
      needsIsolation: false,
    },
    problem: null,
  },
  stripe: false,
  ...more,
});

export const aLetter = (more: Partial<DeadLetter> = {}): DeadLetter => ({
  key: 'gradebook_v1 attempt-1 0',
  kind: 'projection',
  reader: 'attempts',
  stream: 'attempt-0198c0de-0000-7000-8000-000000000001',
  version: 0,
  id: '0198c0de-0000-7000-8000-0000000000e1',
  eventType: 'ScoreSubmitted',
  recordedAt: '2026-03-02T11:50:00.000Z',
  events: 1,
  since: '2026-03-02T11:50:01.000Z',
  error: 'PostgreSQL rejected it: a value does not fit its column (22003): table gradebook_v1',
  replaying: false,
  ...more,
});
