import { type Part, type Problem } from '../../../../api/contracts/system-problems.rule.js';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip, type Tone } from '../../../shared/ui/chip.js';
import { bytes, duration, events } from '../status-words.js';
import styles from './system-status.module.css';

interface Row {
  name: string;
  part: Part;
  detail: string;
  known: boolean;
}

/** What the platform leans on: each with a word for how it is. */
export function PartList({ status, problems }: { status: SystemStatus; problems: readonly Problem[] }) {
  return (
    <dl className={styles.parts}>
      {rowsOf(status).map(({ name, part, detail, known }) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          <dd>
            <Chip tone={toneOf(part, problems, known)}>{wordOf(part, problems, known)}</Chip> {detail}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const worstOf = (part: Part, problems: readonly Problem[]) =>
  problems.find((problem) => problem.part === part)?.severity;

function toneOf(part: Part, problems: readonly Problem[], known: boolean): Tone {
  const worst = worstOf(part, problems);
  if (worst) return worst === 'error' ? 'bad' : 'signal';
  return known ? 'good' : 'plain';
}

function wordOf(part: Part, problems: readonly Problem[], known: boolean): string {
  const worst = worstOf(part, problems);
  if (worst) return worst === 'error' ? 'Wrong' : 'Look at it';
  return known ? 'Up' : 'Unknown';
}

function rowsOf(status: SystemStatus): Row[] {
  const { databaseMs, jobs, jobStore, oldestTransaction: oldest } = status;
  const waits = oldest === null || oldest === UNKNOWN ? '' : `, oldest write open for ${duration(oldest.seconds)}`;
  const heldUp =
    oldest === null || oldest === UNKNOWN || oldest.heldUpEvents === 0
      ? ''
      : `, ${events(oldest.heldUpEvents)} held up`;
  const rows: Row[] = [
    {
      name: 'Database',
      part: 'database',
      known: databaseMs !== UNKNOWN,
      detail: databaseMs === UNKNOWN ? 'no answer' : `answers in ${databaseMs} ms${waits}${heldUp}`,
    },
    {
      name: `Jobs in ${jobStore}`,
      part: 'jobs',
      known: jobs !== UNKNOWN,
      detail:
        jobs === UNKNOWN
          ? 'no answer'
          : `${jobs.waiting} waiting, ${jobs.delayed} for later, ${jobs.active} at work, ${jobs.failed} failed, ${jobs.done} done`,
    },
    queueRow(status, 'mail', 'Mail'),
    gameRow(status),
  ];
  return status.stripe ? [...rows, queueRow(status, 'stripe', 'Stripe')] : rows;
}

const PACKINGS = { none: 'not compressed', gzip: 'gzip', brotli: 'Brotli' } as const;

/** The game build; what is wrong with it, and what to do, is in the list of problems. */
function gameRow({ game }: SystemStatus): Row {
  const row = { name: 'Game', part: 'game' } as const;
  if (game === UNKNOWN) return { ...row, known: false, detail: 'still being read' };
  const { build } = game;
  if (!build) return { ...row, known: true, detail: 'no build to play' };
  const product = [build.productName || build.name, build.productVersion].filter(Boolean).join(' ');
  const packings = build.packings.map((packing) => PACKINGS[packing]).join(' and ');
  const detail = [
    build.productName ? `${product} (build ${build.name})` : product,
    `engine version ${build.engineVersion ?? 'not known'}`,
    bytes(build.storedBytes),
    packings + (build.hasFallback ? ', unpacked by its own loader' : ''),
    ...(build.needsIsolation ? ['needs cross-origin isolation'] : []),
  ].join(', ');
  return { ...row, known: true, detail };
}

function queueRow({ queues }: SystemStatus, queue: 'mail' | 'stripe', name: string): Row {
  const depth = queues.find((each) => each.queue === queue)?.depth ?? UNKNOWN;
  if (depth === UNKNOWN) return { name, part: queue, known: false, detail: '' };
  const oldest =
    depth.waiting > 0 && depth.oldestSeconds !== null ? `, the oldest for ${duration(depth.oldestSeconds)}` : '';
  return {
    name,
    part: queue,
    known: true,
    detail: depth.waiting === 0 ? 'nothing waits' : `${depth.waiting} waiting${oldest}`,
  };
}
