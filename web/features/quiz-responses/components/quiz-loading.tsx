import Skeleton from '@mui/material/Skeleton';
import type { Member } from '../../../../api/contracts/user.contract.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { Loading } from '../../../shared/ui/loading.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './quiz-page.module.css';

const SHOWN = 12;

interface QuizLoadingProps {
  students: readonly Member[] | undefined;
  isLoadingStudents: boolean;
}

/** The shape of the table while it loads: the names are there before the answers. */
export function QuizLoading({ students, isLoadingStudents }: QuizLoadingProps) {
  const rows = Array.from({ length: students ? Math.min(SHOWN, students.length) : SHOWN }, (_, row) => students?.[row]);
  return (
    <>
      <div className={styles.waiting}>
        {isLoadingStudents && <Loading text={messages.loadingStudents} />}
        <Loading text={messages.loadingQuiz} />
      </div>
      <div aria-hidden="true" className={classPage.skeleton}>
        {rows.map((student, row) => (
          <div key={student?.id ?? row} className={styles.skeletonRow}>
            <span className={styles.skeletonName}>{student?.username ?? <Skeleton />}</span>
            <Skeleton variant="rectangular" height={28} />
          </div>
        ))}
      </div>
    </>
  );
}
