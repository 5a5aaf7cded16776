import type { CourseDetails, CourseListing } from '../../../../api/contracts/group.contract.js';
import { SideDrawer } from '../../../shared/ui/side-drawer.js';
import { useLiveSnapshot } from '../../../shared/live-client/use-live-rows.js';
import { coursesMessages as messages } from '../courses.messages.js';
import { CourseCode } from './access-code.js';
import { ClassList } from './class-list.js';
import styles from './course-drawer.module.css';
import { MemberList } from './member-list.js';

interface CourseDrawerProps {
  courseId: string;
  /** Undefined when the viewer has no access to the course, or no longer. */
  listing: CourseListing | undefined;
  now: Date;
  gradebookHref: (sessionId: string) => string;
  onClose: () => void;
}

/** Drawer of one course: its code, current members, and all classes with their gradebooks. Opens when it is mounted. */
export default function CourseDrawer({ courseId, listing, now, gradebookHref, onClose }: CourseDrawerProps) {
  if (!listing)
    return (
      <SideDrawer title={messages.columns.course} className={styles.drawer} onClose={onClose}>
        <p className={styles.note}>{messages.drawer.gone}</p>
      </SideDrawer>
    );
  return (
    <SideDrawer title={listing.name} className={styles.drawer} onClose={onClose}>
      <Details listing={listing} courseId={courseId} now={now} gradebookHref={gradebookHref} />
    </SideDrawer>
  );
}

type DetailsProps = Omit<CourseDrawerProps, 'listing' | 'onClose'> & { listing: CourseListing };

function Details({ courseId, listing, now, gradebookHref }: DetailsProps) {
  const details = useLiveSnapshot<CourseDetails>('course', courseId);
  const { name, caption, password, ownerName, ownerOrganizationName } = listing;
  const labels = messages.columns;
  return (
    <>
      {caption && <p className={styles.caption}>{caption}</p>}
      <dl className={styles.facts}>
        <div>
          <dt className="label">{labels.accessCode}</dt>
          <dd className={styles.code}>
            <CourseCode code={password} of={name} />
          </dd>
        </div>
        <div>
          <dt className="label">{labels.instructor}</dt>
          <dd>{ownerName}</dd>
        </div>
        {ownerOrganizationName && (
          <div>
            <dt className="label">{labels.organization}</dt>
            <dd>{ownerOrganizationName}</dd>
          </div>
        )}
      </dl>
      <MemberList course={listing} members={details?.members} />
      <ClassList course={listing} now={now} gradebookHref={gradebookHref} />
    </>
  );
}
