import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router-dom';
import { ownGroupsQuery } from '../../features/courses/api/get-own-groups.js';
import { CurrentCourse } from '../../features/courses/components/current-course.js';
import { ownCourse } from '../../features/courses/own-course.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { Loading } from '../../shared/ui/loading.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { ClassLeaderboard } from './class-leaderboard.js';

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
  const { data: groups } = useQuery(ownGroupsQuery());
  if (!user || !groups) return <Loading />;
  const { name, sessionId } = ownCourse(user, groups);
  return (
    <>
      <CurrentCourse
        user={user}
        courseName={name}
        onLogOut={() => void signOut().then(() => navigate(paths.login.to()))}
      />
      {sessionId && <ClassLeaderboard key={sessionId} sessionId={sessionId} headingLevel="h2" />}
    </>
  );
}
