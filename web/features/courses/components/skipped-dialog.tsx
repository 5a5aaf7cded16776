import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CourseListing } from '../../../../api/contracts/group.contract.js';
import type { Member } from '../../../../api/contracts/user.contract.js';
import { Loading } from '../../../shared/ui/loading.js';
import { skippedQuery } from '../api/get-skipped.js';

interface SkippedDialogProps {
  course: CourseListing;
  onClose: () => void;
}

/** After a class was resumed: whether everybody can sign in again, and who cannot because the seats are gone. */
export function SkippedDialog({ course, onClose }: SkippedDialogProps) {
  const { data: skipped, error } = useQuery(skippedQuery(course.id));
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{course.name} goes on</DialogTitle>
      <DialogContent>
        {error ? (
          <p>The accounts are still being enabled. The Users page shows who is disabled.</p>
        ) : skipped ? (
          <Outcome skipped={skipped} />
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

function Outcome({ skipped }: { skipped: readonly Member[] }) {
  if (skipped.length === 0) return <p>Every account that the end of the class had disabled is enabled again.</p>;
  return (
    <>
      <p>
        No seat was left in the organization for {skipped.length === 1 ? 'one student' : `${skipped.length} students`},
        who cannot sign in:
      </p>
      <ul>
        {skipped.map(({ id, username, firstName, lastName }) => (
          <li key={id}>
            {username} {`${firstName} ${lastName}`.trim()}
          </li>
        ))}
      </ul>
      <p>Raise the user limit or disable others, then enable them on the Users page.</p>
    </>
  );
}
