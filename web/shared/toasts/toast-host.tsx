import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useAtomValue, useSetAtom } from '../state/jotai.js';
import { dropToastAtom, toastsAtom } from './toasts.atoms.js';

const SHOWN_MS = 6000;

/** Shows the queued messages one at a time, each for 6 seconds or until it is closed. */
export function ToastHost() {
  const [current] = useAtomValue(toastsAtom);
  const drop = useSetAtom(dropToastAtom);
  if (!current) return null;
  return (
    <Snackbar
      key={current.id}
      open
      autoHideDuration={SHOWN_MS}
      onClose={(_, reason) => reason !== 'clickaway' && drop(current.id)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    >
      <Alert severity={current.severity} onClose={() => drop(current.id)} sx={{ minWidth: 300 }}>
        {current.message}
      </Alert>
    </Snackbar>
  );
}
