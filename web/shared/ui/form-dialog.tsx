import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  /** Text of the button that does it. */
  submit: string;
  harm?: boolean;
  pending: boolean;
  disabled?: boolean;
  /** Why the last try did not go through. */
  problem?: string | null;
  wide?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that asks for something and does it: fields or a question, Cancel, and one button. Mount it to open it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, harm = false, pending, disabled = false, problem, wide = false, children } = props;
  const titleId = useId();
  return (
    <Dialog open onClose={props.onClose} maxWidth={wide ? 'md' : 'xs'} fullWidth aria-labelledby={titleId}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && !disabled) props.onSubmit();
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent className={styles.content}>
          {children}
          {problem && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant="contained" color={harm ? 'error' : 'primary'} disabled={pending || disabled}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
