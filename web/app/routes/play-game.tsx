import { GameLoading } from '../../features/game/components/game-frame.js';
import type { PlayedClass } from '../../features/game/use-game-events.js';
import { WaitingResults } from '../../features/outbox/components/waiting-results.js';
import { outbox } from '../../features/outbox/own-outbox.js';
import { playScenarioAtom } from '../../features/presence/played-scenario.atoms.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { useSetAtom } from '../../shared/state/jotai.js';

const GameViewer = lazyPart(
  () => import('../../features/game/components/game-viewer.js'),
  <GameLoading>
    <WaitingResults />
  </GameLoading>,
);

const results = {
  add: (result: unknown) => void outbox.add(result),
  onState: outbox.onState.bind(outbox),
};

interface PlayGameProps {
  playedClass: PlayedClass | undefined;
  isLeaving: boolean;
  onLeft: () => void;
  onLogOut: () => void;
  onQuit: () => void;
}

/** The game. Its results are sent through the outbox, and the class monitor shows the played scenario. */
export function PlayGame(props: PlayGameProps) {
  return (
    <GameViewer {...props} onScenario={useSetAtom(playScenarioAtom)} results={results}>
      <WaitingResults />
    </GameViewer>
  );
}
