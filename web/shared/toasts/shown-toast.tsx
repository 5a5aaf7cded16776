import { mdiClose } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { entryMessages as messages } from '../entry.messages.js';
import { IconAction } from '../ui/icon-action.js';
import type { Toast } from './toasts.atoms.js';

const SHOWN_MS = 6_000;

/** One message. Errors stay until they are closed. Others hide after six seconds; the timer pauses under the pointer or focus. */
export function ShownToast({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { message, severity, action } = toast;
  const [isPaused, setPaused] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (severity === 'error' || isPaused) return undefined;
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [severity, isPaused]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
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
          {action && (
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                action.run();
                onClose();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconAction label={messages.close} icon={mdiClose} onClick={onClose} />
        </>
      }
    >
      {message}
    </Alert>
  );
}
