import { mdiFileRestoreOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import { gradingButtonMessages as messages } from '../grading-button.messages.js';
import type { RegradedScenario } from './regrade-dialog.js';

const RegradeDialog = lazyDialog(() => import('./regrade-dialog.js'));

interface RegradeButtonProps {
  courseId: string;
  sessionId: string;
  scenario: RegradedScenario;
}

/** Button that regrades a quiz or one of its questions. */
export function RegradeButton({ courseId, sessionId, scenario }: RegradeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" startIcon={<Icon path={mdiFileRestoreOutline} />} onClick={() => setOpen(true)}>
        {messages.regrade}
      </Button>
      {isOpen && (
        <RegradeDialog courseId={courseId} sessionId={sessionId} scenario={scenario} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
