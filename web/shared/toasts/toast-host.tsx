import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useAtomValue, useSetAtom } from '../state/jotai.js';
import { dropToastAtom, toastsAtom } from './toasts.atoms.js';

const SHOWN_MS = 6000;

/** Shows the queued messages one at a time, each for 6 seconds or until it is closed. */
export function ToastHost() {
  const [current] = useAtomValue(toastsAtom);
  const drop = useSetAtom(dropToastAtom);
  const [closingId, setClosingId] = useState(0);
  if (!current) return null;
  return (
    <Snackbar
      key={current.id}
      open={closingId !== current.id}
      autoHideDuration={SHOWN_MS}
      onClose={(_, reason) => reason !== 'clickaway' && setClosingId(current.id)}
      slotProps={{ transition: { onExited: () => drop(current.id) } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    >
      <Alert severity={current.severity} onClose={() => setClosingId(current.id)} sx={{ minWidth: 300 }}>
        {current.message}
      </Alert>
    </Snackbar>
  );
}
