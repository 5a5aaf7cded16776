import { mdiProjectorScreenOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import { Icon } from '../../../shared/ui/icon.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { roomViewOf } from '../room-channel.js';
import { useRoomLead } from '../use-room-lead.js';
import type { DebriefViewProps } from './debrief-page.js';
import styles from './debrief-page.module.css';

interface RoomLeadProps extends DebriefViewProps {
  /** Returns the address of the window for the room. */
  href: (room: string) => string;
}

/** The button that opens a window for the room, and what that window shows. */
export function RoomLead({ open, playhead, href }: RoomLeadProps) {
  const texts = messages.room;
  const [address] = useSearchInUrl();
  const { isOpen, view, start } = useRoomLead(open.recording.session.id, open.axis, playhead);
  function openRoom(): void {
    const room = start();
    // The name of the window opens a room once.
    if (!window.open(href(room), `room-${room}`, 'popup,width=1280,height=720')) toast(texts.blocked, 'warning');
  }
  const isShared = roomViewOf(address.get('show')) !== null;
  return (
    <div className={styles.room}>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiProjectorScreenOutline} />}
        title={texts.openHint}
        onClick={openRoom}
      >
        {texts.open}
      </Button>
      <p role="status" className={styles.soft}>
        {isOpen && (isShared ? texts.follows : texts.keeps)(messages.views[view])}
      </p>
    </div>
  );
}
