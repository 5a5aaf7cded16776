import { lazy } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { ALL_CLASSES } from '../../features/leaderboards/board-scope.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { ClassLeaderboard } from './class-leaderboard.js';

const AllClassesLeaderboard = lazy(() => import('./all-classes-leaderboard.js'));
const ProjectorLeaderboard = lazy(() => import('./projector-leaderboard.js'));

/** A class's leaderboard, for its students and for the room, or that of all classes. */
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
