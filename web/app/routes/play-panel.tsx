import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../api/contracts/user.contract.js';
import { visibleClassQuery } from '../../features/courses/courses.api.js';
import { CurrentCourse } from '../../features/courses/components/current-course.js';
import type { OwnCourse } from '../../features/courses/own-course.js';
import { RecordingNotice } from '../../features/recording/components/recording-notice.js';
import { PageFooter } from '../../shared/ui/page-footer.js';
import { paths } from '../paths.js';
import { ClassLeaderboard } from './class-leaderboard.js';
import { OwnClassPresence } from './own-class-presence.js';

interface PlayPanelProps {
  user: User;
  course: OwnCourse;
  onLogOut: () => void;
}

/** Panel beside the game: the player's course, help, and the leaderboard of the class. */
export function PlayPanel({ user, course, onLogOut }: PlayPanelProps) {
  const { sessionId, courseId } = course;
  // Loaded first, because the leaderboard answers 404 until the class is visible to the player.
  const { data: session } = useQuery({
    ...visibleClassQuery(sessionId ?? '', { current: courseId !== null }),
    enabled: sessionId !== null,
  });
  return (
    <>
      <CurrentCourse
        user={user}
        course={course}
        accountHref={paths.account.to()}
        resultsHref={paths.results.to()}
        onLogOut={onLogOut}
      />
      <OwnClassPresence userId={user.id} />
      {session?.endDate === null && <RecordingNotice days={session.recordedDays} />}
      {session && <ClassLeaderboard key={session.id} sessionId={session.id} session={session} headingLevel="h2" />}
      {/* Links to this page: any other would end the game. */}
      <PageFooter home={paths.play.to()} />
    </>
  );
}
