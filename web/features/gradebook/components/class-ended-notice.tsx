import { dateAndTime } from '../../../shared/readable-time.js';
import classPage from '../../../shared/ui/class-page.module.css';
import { gradebookMessages as messages } from '../gradebook.messages.js';

/** Says that the class is over. */
export function ClassEndedNotice({ endDate }: { endDate: string | null }) {
  return (
    <p role="status" className={endDate ? classPage.notice : 'visually-hidden'}>
      {endDate && messages.ended(dateAndTime(endDate))}
    </p>
  );
}
