import type { NodeStatus, SystemStatus } from '../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../api/contracts/system-status.rule.js';
import { problemsMessages as messages } from './problems.messages.js';

/** The part of the platform that a problem affects. */
export type Part = 'nodes' | 'leader' | 'readers' | 'database' | 'jobs' | 'mail' | 'stripe' | 'game' | 'dead letters';

/** A problem, and what an operator can do about it. */
export interface SystemProblem {
  readonly part: Part;
  readonly severity: 'warning' | 'error';
  readonly what: string;
  readonly remedy: string;
}

type SeenNode = Exclude<SystemStatus['nodes'], string>[number];

/** Three missed heartbeats; the node is then probably gone. */
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

/** Returns all problems of the status, worst first. */
export function problemsOf(status: SystemStatus): SystemProblem[] {
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

const error = (part: Part, what: string, remedy: string): SystemProblem => ({ part, severity: 'error', what, remedy });
const warning = (part: Part, what: string, remedy: string): SystemProblem => ({
  part,
  severity: 'warning',
  what,
  remedy,
});

function leaderProblems({ leader }: SystemStatus): SystemProblem[] {
  if (leader !== null) return [];
  return [error('leader', messages.noLeader.what, messages.noLeader.remedy)];
}

function databaseProblems({ databaseMs, oldestTransaction }: SystemStatus): SystemProblem[] {
  const { databaseSilent, databaseSlow, oldTransaction } = messages;
  const found: SystemProblem[] = [];
  if (databaseMs === UNKNOWN) {
    found.push(error('database', databaseSilent.what, databaseSilent.remedy));
  } else if (databaseMs > DATABASE_MS) {
    found.push(warning('database', databaseSlow.what(Math.round(databaseMs)), databaseSlow.remedy));
  }
  if (oldestTransaction === UNKNOWN || oldestTransaction === null) return found;
  const { seconds, isAtLeast, application, databaseRole, heldUpEvents } = oldestTransaction;
  if (seconds < TRANSACTION_SECONDS) return found;
  const what = oldTransaction.what(application, databaseRole, Math.round(seconds), isAtLeast, heldUpEvents);
  return [...found, warning('database', what, oldTransaction.remedy)];
}

function readerProblems({ readers }: SystemStatus): SystemProblem[] {
  if (readers === UNKNOWN) return [];
  const behind = readers.filter(({ lagSeconds }) => lagSeconds > LAG_SECONDS);
  const parked = readers.reduce((sum, { parkedEvents }) => sum + parkedEvents, 0);
  const found: SystemProblem[] = [];
  if (behind.length > 0) {
    const most = Math.max(...behind.map(({ lagSeconds }) => lagSeconds));
    const names = behind.slice(0, 3).map(({ name }) => name);
    const what = messages.behind.what(names, behind.length - names.length, Math.round(most));
    found.push(warning('readers', what, messages.behind.remedy));
  }
  for (const { name, rebuild, stalledSeconds } of readers) {
    if (stalledSeconds === null) continue;
    const { reader, rebuild: rebuildOf, remedy } = messages.stalled;
    const what = (rebuild === null ? reader : rebuildOf)(name, Math.round(stalledSeconds));
    found.push(error('readers', what, remedy));
  }
  if (parked > 0) found.push(warning('dead letters', messages.parked.what(parked), messages.parked.remedy));
  return found;
}

function nodeProblems(node: SeenNode): SystemProblem[] {
  const { nodeSilent, clock, poolFull, busy, slowPush, diskFull } = messages;
  const name = nodeName(node);
  if (node.seenSecondsAgo > SILENT_AFTER_SECONDS)
    return [warning('nodes', nodeSilent.what(name, Math.round(node.seenSecondsAgo)), nodeSilent.remedy)];
  const found: SystemProblem[] = [];
  if (node.clockSkewMs !== UNKNOWN && Math.abs(node.clockSkewMs) > SKEW_MS) {
    const offset = (Math.abs(node.clockSkewMs) / 1_000).toFixed(1);
    found.push(
      Math.abs(node.clockSkewMs) > NO_LEADER_SKEW_MS
        ? error('nodes', clock.cannotLead(name, offset), clock.remedy)
        : warning('nodes', clock.what(name, offset), clock.remedy),
    );
  }
  if (node.pool.waiting > 0) found.push(warning('database', poolFull.what(name, node.pool.waiting), poolFull.remedy));
  if (node.eventLoopMs > EVENT_LOOP_MS) found.push(warning('nodes', busy.what(name, node.eventLoopMs), busy.remedy));
  if (node.pushMs !== null && node.pushMs > PUSH_MS)
    found.push(warning('readers', slowPush.what(name, (node.pushMs / 1_000).toFixed(1)), slowPush.remedy));
  if (node.freeDiskBytes !== UNKNOWN && node.freeDiskBytes < FREE_DISK_BYTES)
    found.push(warning('nodes', diskFull.what(name, Math.round(node.freeDiskBytes / 1e6)), diskFull.remedy));
  return found;
}

function jobProblems({ jobs, jobStore }: SystemStatus): SystemProblem[] {
  if (jobs === UNKNOWN) {
    const { what, remedy, remedyForRedis } = messages.jobStoreSilent;
    return [warning('jobs', what(jobStore), jobStore === 'Redis' ? remedyForRedis : remedy(jobStore))];
  }
  if (jobs.failed === 0) return [];
  return [warning('dead letters', messages.jobsFailed.what(jobs.failed), messages.jobsFailed.remedy)];
}

function queueProblems({ queues }: SystemStatus): SystemProblem[] {
  return queues.flatMap(({ queue, depth }) => {
    if (depth === UNKNOWN || depth.oldestSeconds === null) return [];
    const { mailsWait, stripeWaits } = messages;
    const oldest = Math.round(depth.oldestSeconds);
    if (queue === 'mail' && depth.oldestSeconds > MAIL_SECONDS)
      return [warning('mail', mailsWait.what(depth.waiting, oldest), mailsWait.remedy)];
    if (queue === 'stripe' && depth.oldestSeconds > STRIPE_SECONDS)
      return [warning('stripe', stripeWaits.what(depth.waiting, oldest), stripeWaits.remedy)];
    return [];
  });
}

function gameProblems({ game }: SystemStatus): SystemProblem[] {
  if (game === UNKNOWN || game.problem === null) return [];
  return [error('game', messages.game, game.problem)];
}

/** Returns the name of a node for operators. */
export const nodeName = ({ host, pid }: Pick<NodeStatus, 'host' | 'pid'>): string => `${host}:${pid}`;
