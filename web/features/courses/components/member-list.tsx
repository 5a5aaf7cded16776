import { mdiAccountRemove } from '@mdi/js';
import { useState } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { Chip } from '../../../shared/ui/chip.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { Loading } from '../../../shared/ui/loading.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { coursesMessages as messages } from '../courses.messages.js';
import { useRemoveMember } from '../remove-member.api.js';
import styles from './course-drawer.module.css';

interface MemberListProps {
  course: CourseListing;
  /** Undefined while the members load. */
  members: readonly Member[] | undefined;
}

/** The current members of a course, live. */
export function MemberList({ course, members }: MemberListProps) {
  const [removing, setRemoving] = useState<Member | null>(null);
  return (
    <section aria-labelledby="course-members" className={styles.section}>
      <h3 id="course-members">
        {messages.columns.students} {members && <span className="figures">({members.length})</span>}
      </h3>
      {!members && <Loading />}
      {members?.length === 0 && <p className={styles.note}>{messages.drawer.noMembers}</p>}
      {members && members.length > 0 && (
        <ul className={styles.members}>
          {members.map((member) => (
            <li key={member.id}>
              <span>
                {member.username} <span className={styles.soft}>{`${member.firstName} ${member.lastName}`.trim()}</span>
              </span>
              {!member.enabled && <Chip tone="bad">{messages.drawer.disabled}</Chip>}
              <IconAction
                label={messages.drawer.removeMember(member.username)}
                icon={mdiAccountRemove}
                tone="harm"
                onClick={() => setRemoving(member)}
              />
            </li>
          ))}
        </ul>
      )}
      {removing && <RemoveMemberDialog course={course} member={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

interface RemoveMemberDialogProps {
  course: CourseListing;
  member: Member;
  onClose: () => void;
}

/** Removes a student from a course after a confirmation. */
function RemoveMemberDialog({ course, member, onClose }: RemoveMemberDialogProps) {
  const texts = messages.removeDialog;
  const done = texts.done(member.username, course.name);
  const remove = useRemoveMember({ courseId: course.id, userId: member.id, done });
  return (
    <ConfirmDialog title={texts.title(member.username)} submit={texts.submit} action={remove} onClose={onClose}>
      <p>{texts.help(member.username, course.name)}</p>
    </ConfirmDialog>
  );
}
