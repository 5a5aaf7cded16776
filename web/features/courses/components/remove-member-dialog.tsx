import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useRemoveMember } from '../api/remove-member.js';
import { coursesMessages as messages } from '../courses.messages.js';

interface RemoveMemberDialogProps {
  course: CourseListing;
  member: Member;
  onClose: () => void;
}

/** Takes a student out of a course after a confirmation. */
export function RemoveMemberDialog({ course, member, onClose }: RemoveMemberDialogProps) {
  const texts = messages.removeDialog;
  const done = texts.done(member.username, course.name);
  const remove = useRemoveMember({ courseId: course.id, userId: member.id, done });
  return (
    <ConfirmDialog title={texts.title(member.username)} submit={texts.submit} action={remove} onClose={onClose}>
      <p>{texts.help(member.username, course.name)}</p>
    </ConfirmDialog>
  );
}
