import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Group } from '../../../../api/contracts/group.contract.js';
import { sessionQuery } from '../api/get-session.js';
import { useNow } from '../../../shared/use-now.js';
import { useStartClass } from '../api/start-class.js';
import { readable, statusOf } from '../course-times.js';
import styles from './course-list.module.css';
import { EndClassDialog } from './end-class-dialog.js';

interface CourseRowProps {
  group: Group;
  gradebookHref: (sessionId: string) => string;
}

/** One course: name, code, status, start or end its class. */
export function CourseRow({ group, gradebookHref }: CourseRowProps) {
  const sessionId = group.activeSessionId ?? group.lastActiveSessionId;
  const { data: newest } = useQuery({ ...sessionQuery(sessionId ?? ''), enabled: sessionId !== null });
  const start = useStartClass(group.id);
  const [ending, setEnding] = useState(false);
  const now = useNow();
  const status = sessionId && !newest ? null : statusOf(newest ?? null, now);
  return (
    <tr>
      <th scope="row">
        {sessionId ? <Link to={gradebookHref(sessionId)}>{group.name}</Link> : group.name}
        <span className={styles.caption}>{group.caption}</span>
      </th>
      <td className="figures">{group.password ?? 'NO CODE'}</td>
      <td>
        {status && (
          <span className={styles.status} data-status={status}>
            {status}
          </span>
        )}
      </td>
      <td className={styles.when}>
        {status === 'Active' && newest && `Started on ${readable(newest.startDate)}`}
        {status === 'Ended' && newest && `Ended on ${readable(newest.endDate ?? newest.scheduledEndDate)}`}
      </td>
      <td className={styles.action}>
        {group.activeSessionId ? (
          <Button variant="outlined" onClick={() => setEnding(true)} aria-label={`End class of ${group.name}`}>
            End
          </Button>
        ) : (
          <Button
            variant="contained"
            disabled={start.isPending}
            onClick={() => start.mutate()}
            aria-label={`Start Now: ${group.name}`}
          >
            Start Now
          </Button>
        )}
        <EndClassDialog group={group} open={ending} onClose={() => setEnding(false)} />
      </td>
    </tr>
  );
}
