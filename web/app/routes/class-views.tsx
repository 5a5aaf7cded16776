import { useParams, useSearchParams } from 'react-router-dom';
import { HelpCount, HelpCountAnnouncement } from '../../features/presence/components/help-requests.js';
import { ReviewCount } from '../../features/grades/components/review-count.js';
import { ViewTabs } from '../../shared/ui/view-tabs.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';

/**
 * Views of a class for its staff, in the order of the tabs; the first needs no `view` in the address
 * (docs/rules.md#reading-leaderboards).
 */
const CLASS_VIEWS = ['gradebook', 'review', 'monitor', 'leaderboard', 'debrief'] as const;

type ClassView = (typeof CLASS_VIEWS)[number];

/** The views by their names in the address. The report belongs to the debrief and has no tab. */
const ADDRESSED_VIEWS = [...CLASS_VIEWS, 'report'] as const;

/** Returns the view named by the address, the first view by default. */
export function useClassView(): (typeof ADDRESSED_VIEWS)[number] {
  return classViewOf(useSearchParams()[0]);
}

export function classViewOf(search: URLSearchParams): (typeof ADDRESSED_VIEWS)[number] {
  return ADDRESSED_VIEWS.find((view) => view === search.get('view')) ?? CLASS_VIEWS[0];
}

/** The views of the gradebook in its own tab. */
export const GRADEBOOK_VIEWS = ['gradebook', 'review'] as const satisfies readonly ClassView[];

/** The tabs above every view of a class. They announce help requests, except on the monitor, which announces them with names. */
export function ClassTabs({ views = CLASS_VIEWS }: { views?: readonly ClassView[] }) {
  const shown = useClassView();
  const { sessionId = '' } = useParams();
  return (
    <>
      <ViewTabs
        label={framesMessages.viewsOfClass}
        tabs={views.map((view, place) => ({
          label: appMessages.pages[view],
          to: place === 0 ? '?' : `?view=${view}`,
          current: view === (shown === 'report' ? 'debrief' : shown),
          badge:
            view === 'monitor' ? (
              <HelpCount />
            ) : (
              view === 'review' && <ReviewCount key={sessionId} sessionId={sessionId} />
            ),
        }))}
      />
      {shown !== 'monitor' && <HelpCountAnnouncement />}
    </>
  );
}
