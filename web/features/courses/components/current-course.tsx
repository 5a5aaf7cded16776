import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { ownGroupsQuery } from '../api/get-own-groups.js';
import type { OwnCourse } from '../own-course.js';
import styles from './current-course.module.css';
import { ResultsClass } from './results-class.js';

const JoinCourseDialog = lazyDialog(() => import('./join-course-dialog.js'));
const LeaveCourseDialog = lazyDialog(() => import('./leave-course-dialog.js'));

interface CurrentCourseProps {
  user: User;
  course: OwnCourse;
  /** Address of the own account; it opens in a new tab, because the game stays in this one. */
  accountHref: string;
  /** Address of the own results; it opens in a new tab, too. */
  resultsHref: string;
  onLogOut: () => void;
}

/** Which course the player is in, the way out of it, and the way into another. */
export function CurrentCourse({ user, course, accountHref, resultsHref, onLogOut }: CurrentCourseProps) {
  const { name, courseId } = course;
  const [asked, setAsked] = useState<'join' | 'leave' | null>(null);
  const { data: groups = [] } = useQuery(ownGroupsQuery());
  const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
  const close = () => setAsked(null);

  function joined({ group, session }: JoinCourseResponse): void {
    close();
    toast(session ? `You joined ${session.name}.` : `You joined ${group.name}. No class is running yet.`, 'success');
  }

  return (
    <section className={styles.course} aria-labelledby="current-course">
      <div>
        <p className="label">
          {name === null
            ? `Welcome, ${user.firstName || user.username}`
            : courseId
              ? 'Your course'
              : 'Your last course'}
        </p>
        <div className={styles.title}>
          <h1 id="current-course">{name ?? 'You are not in a course yet'}</h1>
          {courseId && (
            <Button variant="text" onClick={() => setAsked('leave')}>
              Leave course
            </Button>
          )}
        </div>
        {name === null && <p className={styles.help}>Join with the access code your instructor shows.</p>}
        {courseId && running.length === 0 && (
          <p className={styles.help}>No class is running. Results count for no class.</p>
        )}
        <ResultsClass userId={user.id} running={running} />
      </div>
      <div className={styles.actions}>
        <a className={styles.user} href={accountHref} target="_blank" rel="noopener" title="Your account">
          Logged in as: {user.username}
        </a>
        {courseId === null && (
          <Button variant="contained" onClick={() => setAsked('join')}>
            Join course
          </Button>
        )}
        <Button variant="outlined" href={resultsHref} target="_blank" rel="noopener">
          My results
        </Button>
        {courseId !== null && (
          <Button variant="outlined" onClick={() => setAsked('join')}>
            Join another course
          </Button>
        )}
        <Button variant="outlined" onClick={onLogOut}>
          Log out
        </Button>
      </div>
      {asked === 'join' && <JoinCourseDialog onClose={close} onJoined={joined} />}
      {asked === 'leave' && name !== null && courseId !== null && (
        <LeaveCourseDialog course={{ id: courseId, name }} userId={user.id} onClose={close} />
      )}
    </section>
  );
}
