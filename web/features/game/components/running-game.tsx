import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Unity, useUnityContext } from 'react-unity-webgl';
import type { StartupArguments } from '../../../../api/contracts/game.contract.js';
import { clientConfig } from '../../../shared/config/client-config.js';
import { toast } from '../../../shared/toasts/toasts.atoms.js';
import type { BuildDownload } from '../build-download.js';
import { createEventFan } from '../game-events.js';
import { gameMessages as messages } from '../game.messages.js';
import { createNotices } from '../notices.js';
import { openPlayerDatabase } from '../player-database.js';
import { sendToGame, type UnityInstance } from '../unity-instance.js';
import { type GameHandlers, useGameEvents } from '../use-game-events.js';
import { useKeptSession } from '../use-kept-session.js';
import styles from './game-viewer.module.css';
import { LoadingCover } from './loading-cover.js';

interface RunningGameProps extends GameHandlers {
  download: BuildDownload;
  /** Id of the text that explains how the keyboard leaves the game. */
  hintId: string;
  startup: StartupArguments;
  onRunning: (game: UnityInstance) => void;
  onBroken: (reason: unknown) => void;
}

/** The game itself. Rendered once its scripts have arrived. */
export function RunningGame({ download, hintId, startup, onRunning, onBroken, ...handlers }: RunningGameProps) {
  const { productName, version, unityBuild } = clientConfig();
  const started = useEffectEvent(onRunning);
  const broken = useEffectEvent(onBroken);
  const complain = useEffectEvent((message: string, type: string) => {
    if (type !== 'error') console.warn(message);
    else if (game) toast(message, 'error');
    else onBroken(message);
  });
  const [notices] = useState(createNotices);
  useEffect(() => notices.listen((message, type) => complain(message, type)), [notices]);
  const { loader, data, framework, code, symbols, worker } = download.files;
  // react-unity-webgl keeps the first values; another build needs another component, so its key differs
  const unity = useUnityContext({
    loaderUrl: loader.url,
    dataUrl: data.url,
    frameworkUrl: framework.url,
    codeUrl: code.url,
    symbolsUrl: symbols?.url,
    workerUrl: worker?.url,
    streamingAssetsUrl: unityBuild.streamingAssetsUrl,
    companyName: unityBuild.companyName || productName,
    productName: unityBuild.productName || productName,
    productVersion: unityBuild.productVersion || version,
    showBanner: notices.say,
  });
  // react-unity-webgl reports the game as loaded before the instance exists, and messages until then are lost
  const game = unity.UNSAFE__unityInstance as UnityInstance | null;
  const { loadingProgression: progress, initialisationError } = unity;
  const [fan] = useState(() => createEventFan(unity.addEventListener));

  useEffect(() => openPlayerDatabase(startup.userId), [startup.userId]);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    // react-unity-webgl does not pass on any of these
    canvas?.setAttribute('role', 'application');
    canvas?.setAttribute('aria-label', messages.title);
    canvas?.setAttribute('aria-describedby', hintId);
    canvas?.setAttribute('aria-keyshortcuts', 'Shift+Escape');
  }, [canvas, hintId]);

  useGameEvents(fan, game, handlers);
  useKeptSession(game !== null);
  useEffect(() => download.loaderReports(progress), [download, progress]);
  useEffect(() => {
    if (initialisationError) broken(initialisationError);
  }, [initialisationError]);
  useEffect(() => {
    if (!game) return;
    started(game);
    sendToGame(game, 'SetStartupArguments', JSON.stringify(startup));
    sendToGame(game, 'Initialize');
  }, [game, startup]);

  return (
    <>
      <Unity ref={setCanvas} unityProvider={unity.unityProvider} id={useId()} className={styles.canvas} tabIndex={0} />
      {!game && <LoadingCover download={download} />}
    </>
  );
}
