import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useBannerRoom } from '../../features/game/use-banner-room.js';
import { Icon } from '../../shared/ui/icon.js';
import { framesMessages as messages } from '../frames.messages.js';
import styles from './play-area.module.css';

/** The game has the room; the panel stands beside it, on small screens below, until it is folded away. */
export function PlayArea({ game, panel }: { game: ReactNode; panel: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const room = useBannerRoom();
  return (
    <div className={styles.area} style={{ '--banner-room': `${room}px` } as CSSProperties} data-testid="play-area">
      {game}
      <div className={styles.side} data-open={isOpen}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon path={isOpen ? mdiChevronRight : mdiChevronLeft} />
          <span>{isOpen ? messages.hideClass : messages.showClass}</span>
        </button>
        {/* only hidden: it goes on telling the instructor where the player is */}
        <div className={styles.panel} hidden={!isOpen}>
          {panel}
        </div>
      </div>
    </div>
  );
}
