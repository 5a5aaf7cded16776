import { type Part, type SystemProblem } from '../system-problems.js';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip, type Tone } from '../../../shared/ui/chip.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { bytes, duration, events } from '../status-words.js';
import styles from './system-status.module.css';

interface Row {
  name: string;
  part: Part;
  detail: string;
  known: boolean;
}

/** List of the platform's dependencies, each with its state. */
export function PartList({ status, problems }: { status: SystemStatus; problems: readonly SystemProblem[] }) {
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

const worstOf = (part: Part, problems: readonly SystemProblem[]) =>
  problems.find((problem) => problem.part === part)?.severity;

function toneOf(part: Part, problems: readonly SystemProblem[], known: boolean): Tone {
  const worst = worstOf(part, problems);
  if (worst) return worst === 'error' ? 'bad' : 'signal';
  return known ? 'good' : 'plain';
}

function wordOf(part: Part, problems: readonly SystemProblem[], known: boolean): string {
  const worst = worstOf(part, problems);
  if (worst) return messages.problems[worst];
  return known ? messages.parts.up : messages.parts.unknown;
}

function rowsOf(status: SystemStatus): Row[] {
  const { databaseMs, jobs, jobStore, oldestTransaction: oldest } = status;
  const texts = messages.parts;
  const writes: string[] = [];
  if (oldest !== null && oldest !== UNKNOWN) {
    writes.push(texts.oldestWrite(duration(oldest.seconds)));
    if (oldest.heldUpEvents > 0) writes.push(texts.blocked(events(oldest.heldUpEvents)));
  }
  const rows: Row[] = [
    {
      name: texts.database,
      part: 'database',
      known: databaseMs !== UNKNOWN,
      detail: databaseMs === UNKNOWN ? texts.noResponse : messages.facts([texts.respondsIn(databaseMs), ...writes]),
    },
    {
      name: texts.jobs(jobStore),
      part: 'jobs',
      known: jobs !== UNKNOWN,
      detail:
        jobs === UNKNOWN
          ? texts.noResponse
          : messages.facts([
              texts.waiting(jobs.waiting),
              texts.delayed(jobs.delayed),
              texts.active(jobs.active),
              texts.failed(jobs.failed),
              texts.done(jobs.done),
            ]),
    },
    queueRow(status, 'mail', texts.mail),
    gameRow(status),
  ];
  return status.stripe ? [...rows, queueRow(status, 'stripe', texts.stripe)] : rows;
}

/** Row of the game build. The list of problems explains what is wrong with it and what to do. */
function gameRow({ game }: SystemStatus): Row {
  const texts = messages.game;
  const row = { name: texts.name, part: 'game' } as const;
  if (game === UNKNOWN) return { ...row, known: false, detail: texts.loading };
  const { build } = game;
  if (!build) return { ...row, known: true, detail: texts.noBuild };
  const product = [build.productName || build.name, build.productVersion].filter(Boolean).join(' ');
  const packings = { none: texts.notCompressed, gzip: texts.gzip, brotli: texts.brotli };
  const detail = messages.facts([
    build.productName ? texts.productOfBuild(product, build.name) : product,
    build.engineVersion ? texts.engineVersion(build.engineVersion) : texts.engineUnknown,
    bytes(build.storedBytes),
    messages.both(build.packings.map((packing) => packings[packing])),
    ...(build.hasFallback ? [texts.decompressedByLoader] : []),
    ...(build.needsIsolation ? [texts.needsIsolation] : []),
  ]);
  return { ...row, known: true, detail };
}

function queueRow({ queues }: SystemStatus, queue: 'mail' | 'stripe', name: string): Row {
  const depth = queues.find((each) => each.queue === queue)?.depth ?? UNKNOWN;
  if (depth === UNKNOWN) return { name, part: queue, known: false, detail: '' };
  const texts = messages.parts;
  const waiting = [texts.waiting(depth.waiting)];
  if (depth.oldestSeconds !== null) waiting.push(texts.oldestFor(duration(depth.oldestSeconds)));
  return {
    name,
    part: queue,
    known: true,
    detail: depth.waiting === 0 ? texts.nothingWaits : messages.facts(waiting),
  };
}
