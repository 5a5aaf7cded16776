import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { JoinCourseResponse } from '../../../../api/contracts/group.contract.js';
import { ApiError } from '../../../shared/api-client/api-error.js';
import { useJoinCourse } from '../api/join-course.js';

interface JoinCourseDialogProps {
  open: boolean;
  onClose: () => void;
  onJoined: (joined: JoinCourseResponse) => void;
}

/** Asks for a course code and joins that course (decisions C4, C5). */
export function JoinCourseDialog({ open, onClose, onJoined }: JoinCourseDialogProps) {
  const [code, setCode] = useState('');
  const join = useJoinCourse((joined) => {
    setCode('');
    onJoined(joined);
  });
  const { error } = join;
  const message = error instanceof ApiError ? (error.errors.accessCode ?? error.errors.code ?? error.title) : null;
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!join.isPending) join.mutate({ code: code.trim() });
        }}
      >
        <DialogTitle>Join course</DialogTitle>
        <DialogContent>
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to fill in this one field
            autoFocus
            fullWidth
            margin="dense"
            label="Access Code"
            value={code}
            error={message !== null}
            helperText={message ?? 'Your instructor shows it in class.'}
            onChange={({ target }) => {
              setCode(target.value);
              join.reset();
            }}
            slotProps={{
              htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 32 },
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={join.isPending || code.trim() === ''}>
            Join
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
