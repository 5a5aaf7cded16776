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
import { sharedMessages } from '../../../shared/shared.messages.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Loading } from '../../../shared/ui/loading.js';
import { useEnableMember } from '../course-changes.api.js';
import { skippedQuery } from '../course-administration.api.js';
import { courseDialogsMessages as messages } from '../course-dialogs.messages.js';
import styles from './course-dialogs.module.css';

interface SkippedDialogProps {
  course: CourseListing;
  onClose: () => void;
}

/** Lists the students who cannot sign in after a class was resumed. Shows the reason, and a button where staff may enable them. */
export function SkippedDialog({ course, onClose }: SkippedDialogProps) {
  const { data: skipped, error } = useQuery(skippedQuery(course.id));
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{messages.skipped.title(course.name)}</DialogTitle>
      <DialogContent>
        {error ? (
          <p>{messages.skipped.stillEnabling}</p>
        ) : skipped ? (
          <Outcome courseId={course.id} skipped={skipped} />
        ) : (
          <Loading text={messages.skipped.loading} />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {messages.skipped.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Outcome({ courseId, skipped }: { courseId: string; skipped: readonly SkippedMember[] }) {
  const texts = messages.skipped;
  if (skipped.length === 0) return <p>{texts.none}</p>;
  const forAdministrator = skipped.filter(({ mayEnable }) => !mayEnable).length;
  return (
    <>
      <p>{texts.cannotSignIn(skipped.length)}</p>
      <ul className={styles.skipped}>
        {skipped.map((member) => (
          <SkippedStudent key={member.id} courseId={courseId} member={member} />
        ))}
      </ul>
      {forAdministrator > 0 && (
        <p>{forAdministrator < skipped.length ? texts.othersByAdministrator : texts.allByAdministrator}</p>
      )}
    </>
  );
}

function SkippedStudent({ courseId, member }: { courseId: string; member: SkippedMember }) {
  const { username, firstName, lastName, mayEnable } = member;
  const name = `${firstName} ${lastName}`.trim();
  const enable = useEnableMember(courseId, member.id);
  return (
    <li>
      <div className={styles.skippedStudent}>
        <span>
          {username} {name}
        </span>
        <span className={styles.reason}>{reasonWords(member)}</span>
        {enable.error && <Alert severity="error">{titleOf(enable.error) || sharedMessages.unknownError}</Alert>}
      </div>
      {mayEnable && !enable.isSuccess && (
        <Button
          size="small"
          variant="outlined"
          aria-label={messages.skipped.enableStudent(username)}
          disabled={enable.isPending}
          onClick={() => enable.mutate()}
        >
          {messages.skipped.enable}
        </Button>
      )}
      <span role="status">{enable.isSuccess && <Chip tone="good">{messages.skipped.enabled}</Chip>}</span>
    </li>
  );
}

function reasonWords({ reason, className }: SkippedMember): string {
  const texts = messages.skipped;
  switch (reason) {
    case 'no-seat':
      return texts.noSeat;
    case 'other-class':
      return className ? texts.byClass(className) : texts.byOtherOrganization;
    case 'subscription':
      return texts.bySubscription;
    case 'administrator':
      return texts.byAdministrator;
  }
}
