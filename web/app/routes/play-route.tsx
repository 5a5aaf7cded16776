import { useNavigate } from 'react-router-dom';
import { CurrentCourse } from '../../features/courses/components/current-course.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { ClassLeaderboard } from './class-leaderboard.js';
import { Navigate } from 'react-router-dom';

/** The play area: for players who may play, with their course and its leaderboard. */
export default function PlayRoute() {
  if (!storedSession.userId() || !storedSession.canPlay()) return <Navigate to={paths.login.to()} replace />;
  return (
    <PlainFrame>
      <Playground />
    </PlainFrame>
  );
}

function Playground() {
  const navigate = useNavigate();
  const user = useSignedInUser();
  const sessionId = user?.lastJoinedSessionID;
  return (
    <>
      <CurrentCourse user={user} onLogOut={() => void signOut().then(() => navigate(paths.login.to()))} />
      {sessionId && <ClassLeaderboard key={sessionId} sessionId={sessionId} headingLevel="h2" />}
    </>
  );
}
