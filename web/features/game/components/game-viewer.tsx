import { mdiFullscreen } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { clientConfig } from '../../../shared/config/client-config.js';
import { Icon } from '../../../shared/ui/icon.js';
import { type BuildFiles, buildFiles } from '../build-files.js';
import { type UnityInstance, untilQuit } from '../unity-instance.js';
import type { GameHandlers } from '../use-game-events.js';
import { usePrepared } from '../use-prepared.js';
import { BrokenGame } from './broken-game.js';
import styles from './game-viewer.module.css';
import { LoadingCover } from './loading-cover.js';
import { RunningGame } from './running-game.js';

interface GameViewerProps extends GameHandlers {
  /** The page is about to be left: the game ends, then `onLeft` is called, once. */
  isLeaving: boolean;
  onLeft: () => void;
  /** What stands in the strip below the game. */
  children: ReactNode;
}

/** A game that does not end by itself is left all the same. */
const QUIT_DEADLINE_MS = 3_000;

/** The game in its frame of 16:9, with a strip below it. */
export default function GameViewer({ isLeaving, onLeft, children, ...handlers }: GameViewerProps) {
  const [files] = useState(() => buildFiles(clientConfig().unityBuild));
  const [attempt, setAttempt] = useState(1);
  const [game, setGame] = useState<UnityInstance | null>(null);
  const [isLarge, setLarge] = useState(false);
  const ended = useRef(Promise.resolve());
  const run = (started: UnityInstance): void => {
    ended.current = untilQuit(started);
    setGame(started);
  };
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isLeaving) return;
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, QUIT_DEADLINE_MS));
    void Promise.race([ended.current, deadline]).then(() => left());
  }, [isLeaving]);

  return (
    <section className={styles.viewer} data-large={isLarge} aria-label="Game">
      <div className={styles.stage}>
        <div className={styles.frame}>
          {!isLeaving && (
            <Attempt
              key={attempt}
              {...handlers}
              files={files}
              onRunning={run}
              onRetry={() => {
                setGame(null);
                setAttempt(attempt + 1);
              }}
            />
          )}
        </div>
      </div>
      <div className={styles.strip}>
        {children}
        <Button
          variant="outlined"
          size="small"
          disabled={!game}
          startIcon={<Icon path={mdiFullscreen} />}
          // telephones that give no part of a page the screen give it the window
          onClick={() => (document.fullscreenEnabled ? game?.SetFullscreen(1) : setLarge(!isLarge))}
        >
          {isLarge ? 'Leave full screen' : 'Full screen'}
        </Button>
      </div>
    </section>
  );
}

interface AttemptProps extends GameHandlers {
  files: BuildFiles | null;
  onRunning: (game: UnityInstance) => void;
  onRetry: () => void;
}

/** One try to get the game going. */
function Attempt({ files, onRetry, ...handlers }: AttemptProps) {
  const [isBroken, setBroken] = useState(false);
  const breakDown = (reason: unknown): void => {
    console.error('The game could not be loaded:', reason);
    setBroken(true);
  };
  const startup = usePrepared(files, breakDown);
  if (isBroken) return <BrokenGame onRetry={onRetry} />;
  if (!startup || !files) return <LoadingCover progress={0} />;
  return <RunningGame {...handlers} files={files} startup={startup} onBroken={breakDown} />;
}
