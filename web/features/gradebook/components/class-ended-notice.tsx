import { dateAndTime } from '../../../shared/readable-time.js';
import classPage from '../../../shared/ui/class-page.module.css';

/** Says that the class is over. */
export function ClassEndedNotice({ endDate }: { endDate: string | null }) {
  return (
    <p role="status" className={endDate ? classPage.notice : 'visually-hidden'}>
      {endDate && `This class ended on ${dateAndTime(endDate)}.`}
    </p>
  );
}
