import { useParams } from 'react-router-dom';
import { ClassLeaderboard } from './class-leaderboard.js';
import { PlainFrame } from '../layouts/plain-frame.js';

export default function LeaderboardRoute() {
  const { sessionId = '' } = useParams();
  return (
    <PlainFrame>
      <ClassLeaderboard sessionId={sessionId} />
    </PlainFrame>
  );
}
