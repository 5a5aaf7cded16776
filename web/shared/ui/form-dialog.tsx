import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { titleOf } from '../api-client/api-error.js';
import type { SubmissionState } from '../forms/use-submission.js';
import { sharedMessages as messages } from '../shared.messages.js';
import styles from './form-dialog.module.css';

interface FormDialogProps {
  title: string;
  /** Label of the submit button. */
  submit: string;
  harm?: boolean;
  /** The submission; omit when the dialog sends nothing. */
  action?: SubmissionState;
  disabled?: boolean;
  /** Why the dialog cannot be submitted; defaults to the title of the refusal, or a general text. */
  problem?: string | null;
  wide?: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog with fields or a question, Cancel and one submit button. Mount it to open it. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, harm = false, action, disabled = false, wide = false, children } = props;
  const { problem = action?.error && (titleOf(action.error) || messages.unknownError) } = props;
  const isPending = action?.isPending ?? false;
  const titleId = useId();
  return (
    <Dialog open onClose={props.onClose} maxWidth={wide ? 'md' : 'xs'} fullWidth aria-labelledby={titleId}>
      <form
        noValidate
        className={styles.form}
        aria-busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          // React would bubble the event to the form that opened this dialog.
          event.stopPropagation();
          if (!isPending && !disabled) props.onSubmit();
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent className={styles.content}>
          {children}
          {problem && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="contained" color={harm ? 'error' : 'primary'} disabled={isPending || disabled}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
