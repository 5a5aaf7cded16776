import Button from '@mui/material/Button';
import { useState } from 'react';
import type { JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import type { User } from '../../../../api/contracts/user.contract.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import styles from './current-course.module.css';
import { JoinCourseDialog } from './join-course-dialog.js';

interface CurrentCourseProps {
  user: User;
  courseName: string | null;
  onLogOut: () => void;
}

/** Which course the player is in, and the way into another. */
export function CurrentCourse({ user, courseName, onLogOut }: CurrentCourseProps) {
  const [joining, setJoining] = useState(false);

  function joined({ group, session }: JoinCourseResponse): void {
    setJoining(false);
    toast(session ? `You joined ${session.name}.` : `You joined ${group.name}. No class is running yet.`, 'success');
  }

  return (
    <section className={styles.course} aria-labelledby="current-course">
      <div>
        <p className="label">{courseName ? 'Your course' : `Welcome, ${user.firstName || user.username}`}</p>
        <h1 id="current-course">{courseName ?? 'You are not in a course yet'}</h1>
        {!courseName && <p className={styles.help}>Join with the access code your instructor shows.</p>}
      </div>
      <div className={styles.actions}>
        <span className={styles.user}>Logged in as: {user.username}</span>
        <Button variant="contained" onClick={() => setJoining(true)}>
          Join course
        </Button>
        <Button variant="outlined" onClick={onLogOut}>
          Log out
        </Button>
      </div>
      <JoinCourseDialog open={joining} onClose={() => setJoining(false)} onJoined={joined} />
    </section>
  );
}
