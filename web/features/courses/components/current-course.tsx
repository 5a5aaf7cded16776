import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { ownGroupsQuery } from '../courses.api.js';
import type { OwnCourse } from '../own-course.js';
import { ownCourseMessages as messages } from '../own-course.messages.js';
import styles from './current-course.module.css';
import { ResultsClass } from './results-class.js';

const JoinCourseDialog = lazyDialog(() => import('./join-course-dialog.js'));
const LeaveCourseDialog = lazyDialog(() => import('./leave-course-dialog.js'));

interface CurrentCourseProps {
  user: User;
  course: OwnCourse;
  /** Address of the user's account page. It opens in a new tab, because the game continues in this one. */
  accountHref: string;
  /** Address of the user's own results. It also opens in a new tab. */
  resultsHref: string;
  onLogOut: () => void;
}

/** Shows the player's current course, with the buttons that leave it or join another. */
export function CurrentCourse({ user, course, accountHref, resultsHref, onLogOut }: CurrentCourseProps) {
  const { name, courseId } = course;
  const [dialog, setDialog] = useState<'join' | 'leave' | null>(null);
  const { data: groups = [] } = useQuery(ownGroupsQuery());
  const running = groups.filter(({ activeSessionId }) => activeSessionId !== null);
  const close = () => setDialog(null);

  function joined({ group, session }: JoinCourseResponse): void {
    close();
    const { joinedClass, joinedCourse } = messages.joinDialog;
    toast(session ? joinedClass(session.name) : joinedCourse(group.name), 'success');
  }

  return (
    <section className={styles.course} aria-labelledby="current-course">
      <div>
        <p className="label">
          {name === null
            ? messages.welcome(user.firstName || user.username)
            : courseId
              ? messages.yourCourse
              : messages.yourLastCourse}
        </p>
        <div className={styles.title}>
          <h1 id="current-course">{name ?? messages.none}</h1>
          {courseId && (
            <Button variant="text" onClick={() => setDialog('leave')}>
              {messages.leave}
            </Button>
          )}
        </div>
        {name === null && <p className={styles.help}>{messages.noneHelp}</p>}
        {courseId && running.length === 0 && <p className={styles.help}>{messages.noClass}</p>}
        <ResultsClass userId={user.id} running={running} />
      </div>
      <div className={styles.actions}>
        <a className={styles.user} href={accountHref} target="_blank" rel="noopener" title={messages.account}>
          {messages.loggedInAs(user.username)}
        </a>
        {courseId === null && (
          <Button variant="contained" onClick={() => setDialog('join')}>
            {messages.join}
          </Button>
        )}
        <Button variant="outlined" href={resultsHref} target="_blank" rel="noopener">
          {messages.results}
        </Button>
        {courseId !== null && (
          <Button variant="outlined" onClick={() => setDialog('join')}>
            {messages.joinAnother}
          </Button>
        )}
        <Button variant="outlined" onClick={onLogOut}>
          {messages.logOut}
        </Button>
      </div>
      {dialog === 'join' && <JoinCourseDialog onClose={close} onJoined={joined} />}
      {dialog === 'leave' && name !== null && courseId !== null && (
        <LeaveCourseDialog course={{ id: courseId, name }} userId={user.id} onClose={close} />
      )}
    </section>
  );
}
