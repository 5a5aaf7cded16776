import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router-dom';
import type { User } from '../../../api/contracts/user.contract.js';
import { ownGroupsQuery } from '../../features/courses/api/get-own-groups.js';
import { visibleSessionQuery } from '../../features/courses/api/get-session.js';
import { CurrentCourse } from '../../features/courses/components/current-course.js';
import { ownCourse, type OwnCourse } from '../../features/courses/own-course.js';
import { signOut } from '../../features/sign-in/sign-in.js';
import { useSignedInUser } from '../../features/sign-in/use-signed-in.js';
import { storedSession } from '../../shared/session/stored-session.js';
import { Loading } from '../../shared/ui/loading.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { paths } from '../paths.js';
import { ClassLeaderboard } from './class-leaderboard.js';
import { OwnClassPresence } from './own-class-presence.js';

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
  const user = useSignedInUser();
  const { data: groups } = useQuery(ownGroupsQuery());
  if (!user || !groups) return <Loading />;
  return <CourseArea user={user} course={ownCourse(user, groups)} />;
}

function CourseArea({ user, course }: { user: User; course: OwnCourse }) {
  const navigate = useNavigate();
  const { sessionId, courseId } = course;
  // who has left a course may have left its class as well
  const { data: last } = useQuery({
    ...visibleSessionQuery(sessionId ?? ''),
    enabled: sessionId !== null && courseId === null,
  });
  const shown = courseId === null ? last?.id : sessionId;
  return (
    <>
      <CurrentCourse
        user={user}
        course={course}
        onLogOut={() => void signOut().then(() => navigate(paths.login.to()))}
      />
      <OwnClassPresence userId={user.id} />
      {shown && <ClassLeaderboard key={shown} sessionId={shown} headingLevel="h2" />}
    </>
  );
}
