import { mdiScaleBalance } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import { gradingButtonMessages as messages } from '../grading-button.messages.js';
import type { Weighted } from './grading-dialog.js';

const GradingDialog = lazyDialog(() => import('./grading-dialog.js'));

interface GradingButtonProps {
  /** Undefined while the class loads. */
  courseId: string | undefined;
  scenarios: readonly Weighted[];
  campaigns: readonly Weighted[];
}

/** Button that opens the grading settings of a course. */
export function GradingButton({ courseId, scenarios, campaigns }: GradingButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        disabled={courseId === undefined}
        startIcon={<Icon path={mdiScaleBalance} />}
        onClick={() => setOpen(true)}
      >
        {messages.open}
      </Button>
      {isOpen && courseId !== undefined && (
        <GradingDialog courseId={courseId} scenarios={scenarios} campaigns={campaigns} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
