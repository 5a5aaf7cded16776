import { mdiEyeOutline, mdiFormatLetterCase, mdiSnowflake } from '@mdi/js';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyDialog } from '../../../shared/lazy/lazy-part.js';
import { Icon } from '../../../shared/ui/icon.js';
import { leaderboardSettingsQuery } from '../leaderboards.api.js';
import { leaderboardsMessages as messages } from '../leaderboards.messages.js';

const FreezeDialog = lazyDialog(() => import('./freeze-dialog.js'));
const NamingDialog = lazyDialog(() => import('./naming-dialog.js'));

interface LeaderboardControlsProps {
  courseId: string;
  sessionId: string;
  /** When the board was frozen for students of this class; null when it is live. */
  frozenAt: string | null;
}

/** Settings of a course's board for its staff. Only the board of the running or last class can be frozen. */
export function LeaderboardControls({ courseId, sessionId, frozenAt }: LeaderboardControlsProps) {
  const { data: settings } = useQuery(leaderboardSettingsQuery(courseId));
  const [asked, setAsked] = useState<'freeze' | 'naming' | null>(null);
  if (!settings) return null;
  const isFrozen = frozenAt !== null || (settings.sessionId === sessionId && settings.frozenAt !== null);
  const close = () => setAsked(null);
  return (
    <>
      {(isFrozen || settings.sessionId === sessionId) && (
        <Button
          variant={isFrozen ? 'contained' : 'outlined'}
          startIcon={<Icon path={isFrozen ? mdiEyeOutline : mdiSnowflake} />}
          onClick={() => setAsked('freeze')}
        >
          {isFrozen ? messages.reveal : messages.freeze}
        </Button>
      )}
      <Button variant="outlined" startIcon={<Icon path={mdiFormatLetterCase} />} onClick={() => setAsked('naming')}>
        {messages.names}
      </Button>
      {asked === 'freeze' && <FreezeDialog courseId={courseId} isFrozen={isFrozen} onClose={close} />}
      {asked === 'naming' && <NamingDialog courseId={courseId} naming={settings.naming} onClose={close} />}
    </>
  );
}
