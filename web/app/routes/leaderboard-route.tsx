import { useParams, useSearchParams } from 'react-router-dom';
import { ALL_CLASSES } from '../../features/leaderboards/board-scope.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { ClassLeaderboard } from './class-leaderboard.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { Loading } from '../../shared/ui/loading.js';

const AllClassesLeaderboard = lazyPart(() => import('./all-classes-leaderboard.js'), <Loading />);
const ProjectorLeaderboard = lazyPart(() => import('./projector-leaderboard.js'), <Loading />);

/** A class's leaderboard, for its students or on a projector, or the leaderboard of all classes. */
export default function LeaderboardRoute() {
  const { sessionId = '' } = useParams();
  const [search] = useSearchParams();
  const isForTheRoom = sessionId !== ALL_CLASSES && search.get('view') === 'projector';
  if (isForTheRoom) {
    return (
      <PlainFrame fill>
        <ProjectorLeaderboard sessionId={sessionId} />
      </PlainFrame>
    );
  }
  return (
    <PlainFrame>
      {sessionId === ALL_CLASSES ? <AllClassesLeaderboard /> : <ClassLeaderboard sessionId={sessionId} />}
    </PlainFrame>
  );
}
