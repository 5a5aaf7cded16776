import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import ButtonBase from '@mui/material/ButtonBase';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useBannerRoom } from '../../features/game/use-banner-room.js';
import { Icon } from '../../shared/ui/icon.js';
import { framesMessages as messages } from '../frames.messages.js';
import styles from './play-area.module.css';

/** Layout of the game, which fills the area, and a panel that can be closed. The panel is beside the game, or below on small screens. */
export function PlayArea({ game, panel }: { game: ReactNode; panel: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const room = useBannerRoom();
  return (
    <div className={styles.area} style={{ '--banner-room': `${room}px` } as CSSProperties} data-testid="play-area">
      {game}
      <div className={styles.side} data-open={isOpen}>
        <ButtonBase className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon path={isOpen ? mdiChevronRight : mdiChevronLeft} />
          <span>{isOpen ? messages.hideClass : messages.showClass}</span>
        </ButtonBase>
        {/* Only hidden, because it keeps reporting the player's presence. */}
        <div className={styles.panel} hidden={!isOpen}>
          {panel}
        </div>
      </div>
    </div>
  );
}
