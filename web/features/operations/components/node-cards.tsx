import { nodeName, SILENT_AFTER_SECONDS } from '../system-problems.js';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip } from '../../../shared/ui/chip.js';
import { When } from '../../../shared/ui/when.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { bytes, duration } from '../status-words.js';
import { Sparkline } from './sparkline.js';
import styles from './system-status.module.css';

type Node = Exclude<SystemStatus['nodes'], string>[number];

/** Cards of all nodes: roles, leader and load. */
export function NodeCards({ nodes, leader, now }: Pick<SystemStatus, 'nodes' | 'leader'> & { now: Date }) {
  if (nodes === UNKNOWN) return <p className={styles.soft}>{messages.nodes.unknown}</p>;
  return (
    <ul className={styles.cards} aria-label={messages.status.nodes}>
      {nodes.map((node) => (
        <NodeCard key={node.id} node={node} leads={leads(node, leader)} now={now} />
      ))}
    </ul>
  );
}

/** Returns whether the node is the leader. A dead node still reports its lease, so the node with the actual lease counts. */
const leads = (node: Node, leader: SystemStatus['leader']): boolean =>
  leader === UNKNOWN ? node.leadingSince !== null && !isSilent(node) : leader?.nodeId === node.id;

const isSilent = ({ seenSecondsAgo }: Node): boolean => seenSecondsAgo > SILENT_AFTER_SECONDS;

function NodeCard({ node, leads, now }: { node: Node; leads: boolean; now: Date }) {
  const { sockets, pool, history, clockSkewMs, freeDiskBytes, leadingSince, startedAt, pushMs } = node;
  const serves = node.roles.includes('http');
  const texts = messages.nodes;
  const { milliseconds, megabytes } = messages.units;
  const roles = messages.both(node.roles);
  const upSince = <When moment={startedAt} now={now} />;
  const open = sockets.signedIn + sockets.anonymous;
  return (
    <li className={styles.card}>
      <h4>
        <span translate="no">{nodeName(node)}</span> {leads && <Chip tone="note">{texts.leader}</Chip>}{' '}
        {isSilent(node) && <Chip tone="signal">{texts.silentFor(duration(node.seenSecondsAgo))}</Chip>}
      </h4>
      <p className={styles.soft}>
        {leads && leadingSince
          ? texts.aboutLeader(roles, node.version, upSince, <When moment={leadingSince} now={now} />)
          : texts.about(roles, node.version, upSince)}
      </p>
      <dl className={styles.figures}>
        {serves && <Figure name={texts.connections} value={texts.openConnections(open, sockets.anonymous)} />}
        {serves && (
          <Figure name={texts.pushWithin} value={pushMs === null ? texts.noRecentPush : milliseconds(pushMs)} />
        )}
        <Figure name={texts.databaseConnections} value={texts.poolUse(pool.used, pool.max, pool.waiting)} />
        <Figure name={texts.eventLoop} value={milliseconds(node.eventLoopMs)} />
        <Figure name={texts.memory} value={megabytes(node.memoryMb)} />
        <Figure
          name={texts.clockOffset}
          value={clockSkewMs === UNKNOWN ? messages.unknown : milliseconds(clockSkewMs)}
        />
        <Figure name={texts.freeDisk} value={freeDiskBytes === UNKNOWN ? messages.unknown : bytes(freeDiskBytes)} />
      </dl>
      {serves && (
        <div className={styles.curves}>
          <Curve name={texts.connections} values={history.sockets} least={10} format={String} />
          <Curve name={texts.push} values={history.pushMs} least={500} format={milliseconds} />
        </div>
      )}
    </li>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

interface CurveProps {
  name: string;
  values: readonly (number | null)[];
  least: number;
  format: (value: number) => string;
}

function Curve({ name, values, least, format }: CurveProps) {
  const texts = messages.nodes;
  const known = values.filter((value) => value !== null);
  const most = known.length === 0 ? texts.noData : texts.atMost(format(Math.max(...known)));
  return (
    <div>
      <Sparkline label={texts.curve(name, most)} values={values} least={least} format={format} />
      <span className={styles.soft}>{messages.facts([name, most])}</span>
    </div>
  );
}
