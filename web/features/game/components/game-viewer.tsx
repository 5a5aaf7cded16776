import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { clientConfig, loadClientConfig } from '../../../shared/config/client-config.js';
import { loadDocument } from '../../../shared/load-document.js';
import type { BuildFiles } from '../build-download.js';
import { shareKeyboard } from '../game-keyboard.js';
import { gameMessages as messages } from '../game.messages.js';
import { type UnityInstance, untilQuit } from '../unity-instance.js';
import { useDownload } from '../use-download.js';
import type { GameHandlers } from '../use-game-events.js';
import { usePrepared } from '../use-prepared.js';
import { BrokenGame } from './broken-game.js';
import { GameFrame } from './game-frame.js';
import { LoadingCover } from './loading-cover.js';
import { MissingIsolation } from './missing-isolation.js';
import { RunningGame } from './running-game.js';

interface GameViewerProps extends GameHandlers {
  /** Whether the page is about to be left. The game then ends, and `onLeft` is called once. */
  isLeaving: boolean;
  onLeft: () => void;
  /** Content of the strip below the game. */
  children: ReactNode;
}

/** After this time the page is left, even if the game has not ended. */
const QUIT_DEADLINE_MS = 3_000;

/** The game in its frame of 16:9, with a strip below it. */
export default function GameViewer({ isLeaving, onLeft, children, ...handlers }: GameViewerProps) {
  const { files, needsIsolation } = clientConfig().unityBuild;
  const [attempt, setAttempt] = useState(1);
  const [game, setGame] = useState<UnityInstance | null>(null);
  const [isLarge, setLarge] = useState(false);
  const ended = useRef(Promise.resolve());
  const run = (started: UnityInstance): void => {
    ended.current = untilQuit(started);
    setGame(started);
  };
  /** Starts another attempt. A newer build may need other response headers, so it needs another document. */
  const retry = async (): Promise<void> => {
    // without a response, the attempt fails and shows the reason
    await loadClientConfig().catch(() => undefined);
    if (clientConfig().unityBuild.files?.loader.url !== files?.loader.url)
      return loadDocument(window.location.pathname);
    setGame(null);
    setAttempt((number) => number + 1);
  };
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    if (!isLeaving) return;
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, QUIT_DEADLINE_MS));
    void Promise.race([ended.current, deadline]).then(() => left());
  }, [isLeaving]);
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => shareKeyboard(frame.current!, () => leaveFor(strip.current!)), []);

  // phones that cannot show an element in full screen enlarge it to the window
  const fillScreen = (): void => (document.fullscreenEnabled ? game?.SetFullscreen(1) : setLarge(!isLarge));

  return (
    <GameFrame
      isLarge={isLarge}
      frameRef={frame}
      stripRef={strip}
      strip={children}
      hintId={hintId}
      onFullScreen={game ? fillScreen : undefined}
    >
      {isLeaving ? null : needsIsolation && !window.crossOriginIsolated ? (
        <MissingIsolation onReload={() => loadDocument(window.location.pathname)} />
      ) : !files ? (
        <BrokenGame advice={messages.broken.noBuild} onRetry={() => loadDocument(window.location.pathname)} />
      ) : (
        <Attempt
          key={attempt}
          {...handlers}
          files={files}
          hintId={hintId}
          isRunning={game !== null}
          onRunning={run}
          onRetry={() => void retry()}
        />
      )}
    </GameFrame>
  );
}

/** Moves the focus out of the game to the first control of the strip below it. */
function leaveFor(strip: HTMLElement): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  strip.querySelector<HTMLElement>('a[href], button:enabled')?.focus();
}

/** Returns false when WebGL is missing or switched off. Most builds then fail with errors that do not mention it. */
function canDrawWebgl(): boolean {
  return Boolean(document.createElement('canvas').getContext('webgl2'));
}

interface AttemptProps extends GameHandlers {
  files: BuildFiles;
  /** Id of the text that explains how the keyboard leaves the game. */
  hintId: string;
  isRunning: boolean;
  onRunning: (game: UnityInstance) => void;
  onRetry: () => void;
}

interface Failure {
  reason: unknown;
  /** False when a file or the startup arguments could not be loaded. */
  isLoaded: boolean;
}

/** One attempt to load and start the game. */
function Attempt({ files, hintId, isRunning, onRetry, ...handlers }: AttemptProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const breakDown = (reason: unknown, isLoaded: boolean): void => setFailure((first) => first ?? { reason, isLoaded });
  useEffect(() => {
    if (failure !== null) console.error('The game could not be loaded:', failure.reason);
  }, [failure]);
  const download = useDownload(files, isRunning || failure !== null, breakDown);
  const startup = usePrepared(download, (reason) => breakDown(reason, false));
  if (failure?.isLoaded) return <BrokenStart onRetry={onRetry} />;
  if (failure) return <BrokenGame advice={messages.broken.notLoaded} onRetry={onRetry} />;
  if (!startup) return <LoadingCover download={download} />;
  return (
    <RunningGame
      {...handlers}
      download={download}
      hintId={hintId}
      startup={startup}
      onBroken={(reason) => breakDown(reason, true)}
    />
  );
}

/** Replaces a downloaded game that does not start. Checks for WebGL once, because each check creates a graphics context. */
function BrokenStart({ onRetry }: { onRetry: () => void }) {
  const [advice] = useState(() => (canDrawWebgl() ? messages.broken.notLoaded : messages.broken.noWebgl));
  return <BrokenGame advice={advice} onRetry={onRetry} />;
}
