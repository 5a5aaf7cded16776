import { nodeName, SILENT_AFTER_SECONDS } from '../../../../api/contracts/system-problems.rule.js';
import type { SystemStatus } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { Chip } from '../../../shared/ui/chip.js';
import { When } from '../../../shared/ui/when.js';
import { bytes, duration } from '../status-words.js';
import { Sparkline } from './sparkline.js';
import styles from './system-status.module.css';

type Node = Exclude<SystemStatus['nodes'], string>[number];

/** Every process of the platform: what it is, who leads, how much it has to do. */
export function NodeCards({ nodes, leader, now }: Pick<SystemStatus, 'nodes' | 'leader'> & { now: Date }) {
  if (nodes === UNKNOWN) return <p className={styles.soft}>Which nodes there are could not be told in time.</p>;
  return (
    <ul className={styles.cards} aria-label="Nodes">
      {nodes.map((node) => (
        <NodeCard key={node.id} node={node} leads={leads(node, leader)} now={now} />
      ))}
    </ul>
  );
}

/** Who died while it led says so for ever: only one has the lease. */
const leads = (node: Node, leader: SystemStatus['leader']): boolean =>
  leader === UNKNOWN ? node.leadingSince !== null && !isSilent(node) : leader?.nodeId === node.id;

const isSilent = ({ seenSecondsAgo }: Node): boolean => seenSecondsAgo > SILENT_AFTER_SECONDS;

function NodeCard({ node, leads, now }: { node: Node; leads: boolean; now: Date }) {
  const { sockets, pool, history, clockSkewMs, freeDiskBytes, leadingSince, startedAt, pushMs } = node;
  const serves = node.roles.includes('http');
  const open = sockets.signedIn + sockets.anonymous;
  return (
    <li className={styles.card}>
      <h4>
        {nodeName(node)} {leads && <Chip tone="note">Leads</Chip>}{' '}
        {isSilent(node) && <Chip tone="signal">Silent for {duration(node.seenSecondsAgo)}</Chip>}
      </h4>
      <p className={styles.soft}>
        {node.roles.join(' and ')}, version {node.version}, up since <When moment={startedAt} now={now} />
        {leads && leadingSince && (
          <>
            , leads since <When moment={leadingSince} now={now} />
          </>
        )}
      </p>
      <dl className={styles.figures}>
        {serves && <Figure name="Live connections" value={`${open} (${sockets.anonymous} without a session)`} />}
        {serves && <Figure name="Push, 95 of 100 within" value={pushMs === null ? 'none lately' : `${pushMs} ms`} />}
        <Figure name="Database connections" value={`${pool.used} of ${pool.max}, ${pool.waiting} waiting`} />
        <Figure name="Event loop, late by" value={`${node.eventLoopMs} ms`} />
        <Figure name="Memory" value={`${node.memoryMb} MB`} />
        <Figure name="Clock off by" value={clockSkewMs === UNKNOWN ? 'unknown' : `${clockSkewMs} ms`} />
        <Figure name="Free disk" value={freeDiskBytes === UNKNOWN ? 'unknown' : bytes(freeDiskBytes)} />
      </dl>
      {serves && (
        <div className={styles.curves}>
          <Curve name="Live connections" values={history.sockets} least={10} unit="" />
          <Curve name="Push" values={history.pushMs} least={500} unit=" ms" />
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
  unit: string;
}

function Curve({ name, values, least, unit }: CurveProps) {
  const known = values.filter((value) => value !== null);
  const most = known.length === 0 ? 'nothing yet' : `at most ${Math.max(...known)}${unit}`;
  return (
    <div>
      <Sparkline
        label={`${name} over the last five minutes: ${most}`}
        values={values}
        least={least}
        format={(value) => `${value}${unit}`}
      />
      <span className={styles.soft}>
        {name}, {most}
      </span>
    </div>
  );
}
