import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { nodeName, problemsOf } from '../system-problems.js';
import type { SystemStatus as Status } from '../../../../api/contracts/system-status.contract.js';
import { UNKNOWN } from '../../../../api/contracts/system-status.rule.js';
import { timeOnly } from '../../../shared/readable-time.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { TableSkeleton } from '../../../shared/ui/table-skeleton.js';
import { systemStatusQuery } from '../api/get-system-status.js';
import { operationsMessages as messages } from '../operations.messages.js';
import { LagList } from './lag-list.js';
import { NodeCards } from './node-cards.js';
import { PartList } from './part-list.js';
import { ProblemList } from './problem-list.js';
import styles from './system-status.module.css';

/** Section of the system page with the status of the platform, refreshed every few seconds. */
export function SystemStatus() {
  const texts = messages.status;
  const headingId = useId();
  const { data: status, isError, refetch } = useQuery(systemStatusQuery());
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{texts.title}</h2>
      {!status && !isError && <TableSkeleton />}
      {!status && isError && (
        <EmptyNote title={texts.notLoaded}>
          <p>{texts.notLoadedHelp}</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            {texts.loadAgain}
          </Button>
        </EmptyNote>
      )}
      {status && <Shown status={status} isStale={isError} />}
    </section>
  );
}

/**
 * Returns the name of the node that responded. It measured the values without a node of their own, such as database latency and lag curves.
 */
function describeNode({ nodes, nodeId }: Status): ReactNode {
  const asked = nodes === UNKNOWN ? undefined : nodes.find(({ id }) => id === nodeId);
  return asked ? <span translate="no">{nodeName(asked)}</span> : messages.status.respondingNode;
}

function Shown({ status, isStale }: { status: Status; isStale: boolean }) {
  const texts = messages.status;
  const problems = problemsOf(status);
  const at = timeOnly(status.at);
  return (
    <>
      <p role="status" className={isStale ? styles.stale : styles.soft}>
        {isStale ? texts.stale(at) : texts.asOf(at, describeNode(status))}
      </p>
      <ProblemList problems={problems} />
      <h3>{texts.parts}</h3>
      <PartList status={status} problems={problems} />
      <h3>{texts.nodes}</h3>
      <NodeCards nodes={status.nodes} leader={status.leader} now={new Date(status.at)} />
      <h3>{texts.lag}</h3>
      <LagList readers={status.readers} lagHistory={status.lagHistory} />
    </>
  );
}
