import { mdiClose } from '@mdi/js';
import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { useCourseDetails } from '../use-course-details.js';
import { AccessCode } from './access-code.js';
import { ClassList } from './class-list.js';
import styles from './course-drawer.module.css';
import { MemberList } from './member-list.js';

interface CourseDrawerProps {
  courseId: string;
  /** Undefined when the viewer has no such course, or no longer. */
  listing: CourseListing | undefined;
  now: Date;
  gradebookHref: (sessionId: string) => string;
  onClose: () => void;
}

/** One course: its code, who is in it now, and all its classes with their gradebooks. Mount it to open it. */
export default function CourseDrawer({ courseId, listing, now, gradebookHref, onClose }: CourseDrawerProps) {
  if (!listing)
    return (
      <Frame title="Course" onClose={onClose}>
        <p className={styles.note}>This course is not there any more, or it is not one of yours.</p>
      </Frame>
    );
  return (
    <Frame title={listing.name} onClose={onClose}>
      <Details listing={listing} courseId={courseId} now={now} gradebookHref={gradebookHref} />
    </Frame>
  );
}

function Frame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': title } }}>
      <div className={styles.drawer}>
        <header className={styles.header}>
          <h2>{title}</h2>
          <IconAction label="Close" icon={mdiClose} onClick={onClose} />
        </header>
        {children}
      </div>
    </Drawer>
  );
}

type DetailsProps = Omit<CourseDrawerProps, 'listing' | 'onClose'> & { listing: CourseListing };

function Details({ courseId, listing, now, gradebookHref }: DetailsProps) {
  const details = useCourseDetails(courseId);
  const { name, caption, password, ownerName, ownerOrganizationName } = listing;
  return (
    <>
      {caption && <p className={styles.caption}>{caption}</p>}
      <dl className={styles.facts}>
        <div>
          <dt className="label">Access code</dt>
          <dd className={styles.code}>
            <AccessCode code={password} of={name} />
          </dd>
        </div>
        <div>
          <dt className="label">Instructor</dt>
          <dd>{ownerName}</dd>
        </div>
        {ownerOrganizationName && (
          <div>
            <dt className="label">Organization</dt>
            <dd>{ownerOrganizationName}</dd>
          </div>
        )}
      </dl>
      <MemberList course={listing} members={details?.members} />
      <ClassList course={listing} now={now} gradebookHref={gradebookHref} />
    </>
  );
}
