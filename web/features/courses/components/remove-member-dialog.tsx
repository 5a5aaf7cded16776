import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { useRemoveMember } from '../api/remove-member.js';

interface RemoveMemberDialogProps {
  course: CourseListing;
  member: Member;
  onClose: () => void;
}

/** Takes a student out of a course after a confirmation. */
export function RemoveMemberDialog({ course, member, onClose }: RemoveMemberDialogProps) {
  const done = `${member.username} is no longer in ${course.name}.`;
  const remove = useRemoveMember({ courseId: course.id, userId: member.id, done });
  return (
    <ConfirmDialog title={`Remove ${member.username}?`} submit="Remove" action={remove} onClose={onClose}>
      <p>
        {member.username} leaves {course.name} and the class that runs. The account stays, and the access code lets them
        join again.
      </p>
    </ConfirmDialog>
  );
}
