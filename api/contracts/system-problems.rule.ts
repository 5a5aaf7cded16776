import type { NodeStatus, SystemStatus } from './system-status.contract.js';
import { UNKNOWN } from './system-status.rule.js';

/** The part of the platform a problem is about. */
export type Part = 'nodes' | 'leader' | 'readers' | 'database' | 'jobs' | 'mail' | 'stripe' | 'game' | 'dead letters';

/** What is wrong, and what an operator can do about it. */
export interface Problem {
  readonly part: Part;
  readonly severity: 'warning' | 'error';
  readonly what: string;
  readonly remedy: string;
}

type Seen = Exclude<SystemStatus['nodes'], string>[number];

/** Missed three times, a node is probably gone. */
export const SILENT_AFTER_SECONDS = 15;
const LAG_SECONDS = 5;
const TRANSACTION_SECONDS = 10;
const SKEW_MS = 1_000;
const NO_LEADER_SKEW_MS = 2_000;
const DATABASE_MS = 250;
const EVENT_LOOP_MS = 250;
const PUSH_MS = 3_000;
const MAIL_SECONDS = 60;
const STRIPE_SECONDS = 300;
const FREE_DISK_BYTES = 1e9;

/** Everything that is not as it should be, the worst first. */
export function problemsOf(status: SystemStatus): Problem[] {
  const found = [
    ...leaderProblems(status),
    ...databaseProblems(status),
    ...readerProblems(status),
    ...(status.nodes === UNKNOWN ? [] : status.nodes.flatMap(nodeProblems)),
    ...jobProblems(status),
    ...queueProblems(status),
    ...gameProblems(status),
  ];
  return found.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

const error = (part: Part, what: string, remedy: string): Problem => ({ part, severity: 'error', what, remedy });
const warning = (part: Part, what: string, remedy: string): Problem => ({ part, severity: 'warning', what, remedy });
const seconds = (value: number): string => `${Math.round(value)} s`;

function leaderProblems({ leader }: SystemStatus): Problem[] {
  if (leader !== null) return [];
  const remedy =
    'Start a worker (ROLES=worker). If one runs, its log says what keeps it from leading: no database, or a clock that is more than 2 s off.';
  return [error('leader', 'Nobody leads: read models stand still, and classes, mails and seals wait.', remedy)];
}

function databaseProblems({ databaseMs, oldestTransaction }: SystemStatus): Problem[] {
  const found: Problem[] = [];
  if (databaseMs === UNKNOWN) {
    found.push(
      error('database', 'The database did not answer within a second.', 'See that it runs and what it is busy with.'),
    );
  } else if (databaseMs > DATABASE_MS) {
    found.push(
      warning(
        'database',
        `The database takes ${Math.round(databaseMs)} ms to say what time it is.`,
        'See what it is busy with, and the network on the way to it.',
      ),
    );
  }
  if (oldestTransaction === UNKNOWN || oldestTransaction === null) return found;
  const { seconds: age, isAtLeast, application, databaseRole, heldUpEvents } = oldestTransaction;
  if (age < TRANSACTION_SECONDS) return found;
  const whose = application ? `${application} (role ${databaseRole})` : `The role ${databaseRole}`;
  const since = `${isAtLeast ? 'at least ' : ''}${seconds(age)}`;
  const what = `${whose} has had a transaction open for ${since}; ${heldUpEvents} events wait for its end.`;
  const remedy =
    'Read models show nothing newer until it ends. If it is no backup or migration that soon will, end it: select pg_terminate_backend(pid) from pg_stat_activity, the row with the oldest backend_xid.';
  return [...found, warning('database', what, remedy)];
}

function readerProblems({ readers }: SystemStatus): Problem[] {
  if (readers === UNKNOWN) return [];
  const behind = readers.filter(({ lagSeconds }) => lagSeconds > LAG_SECONDS);
  const parked = readers.reduce((sum, { parkedEvents }) => sum + parkedEvents, 0);
  const found: Problem[] = [];
  if (behind.length > 0) {
    const most = Math.max(...behind.map(({ lagSeconds }) => lagSeconds));
    const names = behind.slice(0, 3).map(({ name }) => name);
    const more = behind.length > names.length ? ` and ${behind.length - names.length} more` : '';
    const what = `${names.join(', ')}${more}: up to ${seconds(most)} behind the log.`;
    found.push(
      warning(
        'readers',
        what,
        'The leader works on it. If it grows, its log says why; the oldest transaction may hold it up.',
      ),
    );
  }
  for (const { name, rebuild, stalledSeconds } of readers) {
    if (stalledSeconds === null) continue;
    const subject = rebuild === null ? `Reader ${name}` : `The rebuild of ${name}`;
    found.push(
      error(
        'readers',
        `${subject} has made no progress for ${seconds(stalledSeconds)}.`,
        "Read the leading worker's log. End the oldest transaction if it holds up all readers.",
      ),
    );
  }
  if (parked > 0) {
    const what = `${parked} ${parked === 1 ? 'event was' : 'events were'} put aside because a reader failed at them.`;
    found.push(warning('dead letters', what, 'The dead letters below say which, why, and what to do.'));
  }
  return found;
}

function nodeProblems(node: Seen): Problem[] {
  const name = nodeName(node);
  if (node.seenSecondsAgo > SILENT_AFTER_SECONDS) {
    const what = `${name} has not been heard of for ${seconds(node.seenSecondsAgo)}.`;
    return [
      warning(
        'nodes',
        what,
        'If it was not stopped on purpose, see whether its process runs and reaches the database.',
      ),
    ];
  }
  const found: Problem[] = [];
  if (node.clockSkewMs !== UNKNOWN && Math.abs(node.clockSkewMs) > SKEW_MS) {
    const isTooFar = Math.abs(node.clockSkewMs) > NO_LEADER_SKEW_MS;
    const what = `The clock of ${name} is ${(Math.abs(node.clockSkewMs) / 1_000).toFixed(1)} s off the database's${isTooFar ? ', so it cannot lead' : ''}.`;
    found.push(
      (isTooFar ? error : warning)('nodes', what, 'Let both machines take their time from the same source (NTP).'),
    );
  }
  if (node.pool.waiting > 0) {
    found.push(
      warning(
        'database',
        `${node.pool.waiting} requests on ${name} wait for a connection to the database.`,
        'A moment of it is harmless. If it lasts, find slow statements, or start another node.',
      ),
    );
  }
  if (node.eventLoopMs > EVENT_LOOP_MS) {
    found.push(
      warning(
        'nodes',
        `${name} is too busy: it does everything up to ${node.eventLoopMs} ms late.`,
        'Start another node, or see what else runs on this machine.',
      ),
    );
  }
  if (node.pushMs !== null && node.pushMs > PUSH_MS) {
    found.push(
      warning(
        'readers',
        `Live updates from ${name} come ${(node.pushMs / 1_000).toFixed(1)} s after what they tell of.`,
        'See which read models are behind, and how busy the node is.',
      ),
    );
  }
  if (node.freeDiskBytes !== UNKNOWN && node.freeDiskBytes < FREE_DISK_BYTES) {
    found.push(
      warning(
        'nodes',
        `${name} has ${Math.round(node.freeDiskBytes / 1e6)} MB left where DATA_DIR lies.`,
        'Make room: a database without space stops.',
      ),
    );
  }
  return found;
}

function jobProblems({ jobs, jobStore }: SystemStatus): Problem[] {
  if (jobs === UNKNOWN) {
    const remedy = `Nothing is lost: what is due also stands in tables and is looked for. See that ${jobStore} runs${jobStore === 'Redis' ? ' and that REDIS_URL is right' : ''}.`;
    return [warning('jobs', `${jobStore}, which keeps the jobs, does not answer.`, remedy)];
  }
  if (jobs.failed === 0) return [];
  const what = `${jobs.failed} ${jobs.failed === 1 ? 'job has' : 'jobs have'} failed at every try.`;
  return [warning('dead letters', what, 'The dead letters below say which, why, and what to do.')];
}

function queueProblems({ queues }: SystemStatus): Problem[] {
  return queues.flatMap(({ queue, depth }) => {
    if (depth === UNKNOWN || depth.oldestSeconds === null) return [];
    const waits = `${depth.waiting} waiting, the oldest for ${seconds(depth.oldestSeconds)}.`;
    if (queue === 'mail' && depth.oldestSeconds > MAIL_SECONDS) {
      return [
        warning(
          'mail',
          `Mails are not sent: ${waits}`,
          'See that the mail server answers and that SMTP_URL is right. Each mail is tried for three days.',
        ),
      ];
    }
    if (queue === 'stripe' && depth.oldestSeconds > STRIPE_SECONDS) {
      return [
        warning(
          'stripe',
          `What Stripe told is not worked off: ${waits}`,
          "See Stripe's own status, and that STRIPE_SECRET_KEY is right. It is tried again by itself.",
        ),
      ];
    }
    return [];
  });
}

function gameProblems({ game }: SystemStatus): Problem[] {
  if (game === UNKNOWN || game.problem === null) return [];
  return [error('game', 'The game cannot be played.', game.problem)];
}

/** A node as people tell it from others. */
export const nodeName = ({ host, pid }: Pick<NodeStatus, 'host' | 'pid'>): string => `${host}:${pid}`;
