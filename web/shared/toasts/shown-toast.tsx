import { mdiClose } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { IconAction } from '../ui/icon-action.js';
import type { Toast } from './toasts.atoms.js';

const SHOWN_MS = 6_000;
/** Long enough to reach the button with the keyboard. */
const WITH_ACTION_MS = 15_000;

/** One message: errors until they are closed, others for some seconds, which do not pass while it is pointed at or focused. */
export function ShownToast({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { message, severity, action } = toast;
  const [isPaused, setPaused] = useState(false);
  const close = useEffectEvent(onClose);
  const shownMs = action ? WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    if (severity === 'error' || isPaused) return undefined;
    const timer = setTimeout(() => close(), shownMs);
    return () => clearTimeout(timer);
  }, [severity, isPaused, shownMs]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  const act = () => {
    onClose();
    action?.run();
  };
  return (
    <Alert
      severity={severity}
      role={severity === 'error' ? 'alert' : 'status'}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      action={
        <>
          {action && <Button onClick={act}>{action.label}</Button>}
          <IconAction label="Close" icon={mdiClose} onClick={onClose} />
        </>
      }
    >
      {message}
    </Alert>
  );
}
