import { useQuery } from '@tanstack/react-query';
import { TextButton } from '../../../shared/ui/text-button.js';
import { lateAttemptsQuery } from '../api/get-late-attempts.js';
import type { RosterEntry } from '../roster.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import styles from './gradebook-page.module.css';

const NAMED = 5;

interface LateNoticeProps {
  sessionId: string;
  students: readonly RosterEntry[];
  onOpen: (student: RosterEntry) => void;
}

/** Whose attempts arrived too late to count; nothing while there are none. */
export function LateNotice({ sessionId, students, onOpen }: LateNoticeProps) {
  const { data } = useQuery(lateAttemptsQuery(sessionId));
  if (!data || data.length === 0) return null;
  const late = new Set(data.map(({ userId }) => userId));
  const known = students.filter(({ userId }) => late.has(userId));
  const rest = late.size - Math.min(known.length, NAMED);
  const texts = messages.late;
  const named = known.slice(0, NAMED).map((student, index) => (
    <span key={student.userId}>
      {index > 0 && ', '}
      <TextButton onClick={() => onOpen(student)}>{student.username}</TextButton>
    </span>
  ));
  const others = named.length > 0 ? texts.andMore(named, rest) : texts.students(rest);
  return <p className={styles.late}>{texts.attempts(data.length, rest > 0 ? others : named)}</p>;
}
