import { useParams, useSearchParams } from 'react-router-dom';
import { RoomPage, type RoomViews } from '../../features/debrief/components/room-page.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { Loading } from '../../shared/ui/loading.js';
import { PlainFrame } from '../layouts/plain-frame.js';
import { STAFF_ROLES } from '../landing.js';

const RoomBoard = lazyPart(() => import('./room-board.js'), <Loading />);
const RoomQuestions = lazyPart(() => import('./room-questions.js'), <Loading />);
const ProgressView = lazyPart(() => import('../../features/debrief/components/progress-view.js'), <Loading />);

const VIEWS: RoomViews = {
  board: (shown) => <RoomBoard {...shown} />,
  progress: (shown) => <ProgressView {...shown} />,
  questions: (shown) => <RoomQuestions {...shown} />,
};

/** The debrief of a class for a whole room. */
export default function DebriefRoomRoute() {
  const { sessionId = '' } = useParams();
  const room = useSearchParams()[0].get('room') ?? '';
  return (
    <PlainFrame allow={STAFF_ROLES} fill>
      <RoomPage key={`${sessionId} ${room}`} sessionId={sessionId} room={room} views={VIEWS} />
    </PlainFrame>
  );
}
