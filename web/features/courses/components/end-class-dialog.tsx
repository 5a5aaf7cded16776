import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { Group } from '../../../../api/contracts/group.contract.js';
import { useEndClass } from '../api/end-class.js';

interface EndClassDialogProps {
  group: Group;
  open: boolean;
  onClose: () => void;
}

/** The End Term dialog (product §4): ends the running class after a confirmation. */
export function EndClassDialog({ group, open, onClose }: EndClassDialogProps) {
  const end = useEndClass(group.id);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="end-term">
      <DialogTitle id="end-term">End Term</DialogTitle>
      <DialogContent>
        <DialogContentText>The running class of {group.name} ends for everyone now.</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="error"
          disabled={end.isPending}
          onClick={() => end.mutate(undefined, { onSettled: onClose })}
        >
          End class
        </Button>
      </DialogActions>
    </Dialog>
  );
}
