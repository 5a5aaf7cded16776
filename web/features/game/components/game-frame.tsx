import { mdiFullscreen } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode, RefObject } from 'react';
import { entryMessages } from '../../../shared/entry.messages.js';
import { Brand } from '../../../shared/ui/brand.js';
import { Icon } from '../../../shared/ui/icon.js';
import { gameMessages as messages } from '../game.messages.js';
import styles from './game-viewer.module.css';

interface GameFrameProps {
  /** Whether the frame and its strip fill the window. */
  isLarge?: boolean;
  frameRef?: RefObject<HTMLDivElement | null>;
  stripRef?: RefObject<HTMLDivElement | null>;
  /** Content of the strip below the frame. */
  strip?: ReactNode;
  /** Id of the hint about the keyboard, which is shown while the game runs. */
  hintId?: string;
  /** Called by the full-screen button. Undefined while no game runs. */
  onFullScreen?: (() => void) | undefined;
  children: ReactNode;
}

/** A frame of 16:9 with a strip below it. It has its final size before the game is loaded, so that nothing around it moves later. */
export function GameFrame({
  isLarge = false,
  frameRef,
  stripRef,
  strip,
  hintId,
  onFullScreen,
  children,
}: GameFrameProps) {
  return (
    <section className={styles.viewer} data-large={isLarge} aria-label={messages.title}>
      <div className={styles.stage}>
        <div className={styles.frame} ref={frameRef}>
          {children}
        </div>
      </div>
      <div className={styles.strip} ref={stripRef}>
        {strip}
        <Button
          variant="outlined"
          size="small"
          disabled={!onFullScreen}
          startIcon={<Icon path={mdiFullscreen} />}
          onClick={onFullScreen}
        >
          {isLarge ? messages.leaveFullScreen : messages.fullScreen}
        </Button>
        <p id={hintId} className={styles.hint} data-shown={Boolean(onFullScreen)}>
          {messages.leaveByKeyboard}
        </p>
      </div>
    </section>
  );
}

/** The frame while the code of the viewer loads, with the content of its strip. */
export const GameLoading = ({ children }: { children?: ReactNode }) => (
  <GameFrame strip={children}>
    <div className={styles.cover}>
      <div className={styles.logo}>
        <Brand />
      </div>
      <p role="status">{entryMessages.loading}</p>
    </div>
  </GameFrame>
);
