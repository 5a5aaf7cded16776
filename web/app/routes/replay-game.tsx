import { useQueries } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { GameLoading } from '../../features/game/components/game-frame.js';
import { ReplayedResults } from '../../features/game/components/replayed-results.js';
import { recordedFlightQuery } from '../../features/game/api/get-recorded-flight.js';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { loadDocument } from '../../shared/load-document.js';
import { LoadFailed } from '../../shared/ui/load-failed.js';
import { Loading } from '../../shared/ui/loading.js';
import { gameMessages } from '../../features/game/game.messages.js';
import { useBannerRoom } from '../../features/game/use-banner-room.js';
import { STAFF_ROLES } from '../landing.js';
import { paths } from '../paths.js';
import { debriefAddress, type Replay } from '../replay-address.js';
import styles from './play-area.module.css';

const GameViewer = lazyPart(() => import('../../features/game/components/game-viewer.js'), <GameLoading />);

/** A replay sends nothing to the platform. */
const NO_RESULTS = { add: () => undefined, onState: () => () => undefined };

/** The game as a replay of recorded flights of a class. Leaving it returns to the debrief. */
export function ReplayGame({ sessionId, attemptIds, at }: Replay) {
  const role = useFirstRole();
  const room = useBannerRoom();
  const [isLeaving, setLeaving] = useState(false);
  const [canReplay, setCanReplay] = useState(false);
  const loads = useQueries({ queries: attemptIds.map((attemptId) => recordedFlightQuery(sessionId, attemptId)) });
  const failed = loads.filter(({ isError }) => isError);
  if (failed.length > 0) {
    return (
      <LoadFailed what={gameMessages.replay.theFlight} onRetry={() => failed.forEach((load) => void load.refetch())} />
    );
  }
  const flights = loads.flatMap(({ data }) => data ?? []);
  if (flights.length < loads.length || role === undefined) return <Loading />;
  const back = STAFF_ROLES.includes(role) ? debriefAddress({ sessionId, at }) : paths.ownDebrief.to({ sessionId });
  const leave = (): void => setLeaving(true);
  return (
    <div className={styles.area} style={{ '--banner-room': `${room}px` } as CSSProperties}>
      <GameViewer
        isLeaving={isLeaving}
        onLeft={() => loadDocument(back)}
        onLogOut={leave}
        onQuit={leave}
        onScenario={() => undefined}
        onReplay={() => setCanReplay(true)}
        replay={JSON.stringify(flights)}
        playedClass={undefined}
        results={NO_RESULTS}
      >
        <ReplayedResults flights={flights} canReplay={canReplay} onLeave={leave} />
      </GameViewer>
    </div>
  );
}
