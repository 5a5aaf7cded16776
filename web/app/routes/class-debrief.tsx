import {
  DebriefPage,
  type DebriefViewProps,
  type DebriefViews,
} from '../../features/debrief/components/debrief-page.js';
import { DebriefRelease } from '../../features/debrief/components/debrief-release.js';
import { ReportLink } from '../../features/debrief/components/report-link.js';
import { lazyPart } from '../../shared/lazy/lazy-part.js';
import { Loading } from '../../shared/ui/loading.js';
import { paths } from '../paths.js';
import { replayAddress } from '../replay-address.js';
import { DebriefBookmarks } from './debrief-bookmarks.js';

const DebriefBoard = lazyPart(() => import('./debrief-board.js'), <Loading />);
const DebriefGradebook = lazyPart(() => import('./debrief-gradebook.js'), <Loading />);
const ProgressView = lazyPart(() => import('../../features/debrief/components/progress-view.js'), <Loading />);
const DebriefQuestions = lazyPart(() => import('./debrief-questions.js'), <Loading />);
const DebriefMonitor = lazyPart(() => import('./debrief-monitor.js'), <Loading />);

const VIEWS: DebriefViews = {
  gradebook: (shown) => <DebriefGradebook {...shown} />,
  monitor: (shown) => <DebriefMonitor {...shown} />,
  board: (shown) => <DebriefBoard {...shown} />,
  progress: (shown) => <ProgressView {...shown} />,
  questions: (shown) => <DebriefQuestions {...shown} />,
};

const bookmarksOf = (shown: DebriefViewProps) => <DebriefBookmarks {...shown} />;

/** A class at any of its moments, with the views of gradebook, monitor and leaderboard. */
export default function ClassDebrief({ sessionId }: { sessionId: string }) {
  return (
    <DebriefPage
      sessionId={sessionId}
      views={VIEWS}
      flightHref={(attemptIds, at) => replayAddress({ sessionId, attemptIds, at })}
      bookmarks={bookmarksOf}
      roomHref={(room) => `${paths.debriefRoom.to({ sessionId })}?room=${room}`}
      tools={
        <>
          <DebriefRelease sessionId={sessionId} />
          <ReportLink />
        </>
      }
    />
  );
}
