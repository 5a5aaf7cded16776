import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CourseListing, SkippedMember } from '../../../../api/contracts/group.contract.js';
import { titleOf } from '../../../shared/api-client/api-error.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useEnableMember } from '../api/enable-member.js';
import { skippedQuery } from '../api/get-skipped.js';
import styles from './skipped-dialog.module.css';

interface SkippedDialogProps {
  course: CourseListing;
  onClose: () => void;
}

/** After a class was resumed: which students still cannot sign in, why, and a button for those staff may enable. */
export function SkippedDialog({ course, onClose }: SkippedDialogProps) {
  const { data: skipped, error } = useQuery(skippedQuery(course.id));
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{course.name} resumed</DialogTitle>
      <DialogContent>
        {error ? (
          <p>The accounts are still being enabled. The Users page shows who is disabled.</p>
        ) : skipped ? (
          <Outcome courseId={course.id} skipped={skipped} />
        ) : (
          <Loading text="Enabling the students’ accounts…" />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Outcome({ courseId, skipped }: { courseId: string; skipped: readonly SkippedMember[] }) {
  if (skipped.length === 0) return <p>Every student of the class can sign in.</p>;
  const forAdministrator = skipped.filter(({ mayEnable }) => !mayEnable).length;
  return (
    <>
      <p>{skipped.length === 1 ? 'One student' : `${skipped.length} students`} of the class cannot sign in:</p>
      <ul className={styles.list}>
        {skipped.map((member) => (
          <SkippedStudent key={member.id} courseId={courseId} member={member} />
        ))}
      </ul>
      {forAdministrator > 0 && (
        <p>
          An administrator can enable {forAdministrator < skipped.length ? 'the others' : 'them'} on the Users page.
        </p>
      )}
    </>
  );
}

function SkippedStudent({ courseId, member }: { courseId: string; member: SkippedMember }) {
  const { username, firstName, lastName, mayEnable } = member;
  const enable = useEnableMember(courseId, member.id);
  return (
    <li>
      <div className={styles.who}>
        <span>
          {username} {`${firstName} ${lastName}`.trim()}
        </span>
        <span className={styles.reason}>{reasonWords(member)}</span>
        {enable.error && <Alert severity="error">{titleOf(enable.error)}</Alert>}
      </div>
      {mayEnable && !enable.isSuccess && (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Enable ${username}`}
          disabled={enable.isPending}
          onClick={() => enable.mutate()}
        >
          Enable
        </Button>
      )}
      <span role="status">{enable.isSuccess && <Chip tone="good">Enabled</Chip>}</span>
    </li>
  );
}

function reasonWords({ reason, className }: SkippedMember): string {
  switch (reason) {
    case 'no-seat':
      return 'The organization has no free seat. Raise the user limit or disable other accounts.';
    case 'other-class':
      return className ? `Disabled by the end of ${className}` : 'Disabled by a class of another organization';
    case 'subscription':
      return 'The card subscription has ended';
    case 'administrator':
      return 'Disabled by an administrator';
  }
}
