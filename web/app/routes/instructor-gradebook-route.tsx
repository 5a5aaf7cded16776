import { useParams, useSearchParams } from 'react-router-dom';
import { ClassLeaderboard } from './class-leaderboard.js';
import { GradebookPage } from '../../features/gradebook/components/gradebook-page.js';
import { ViewTabs } from '../../shared/ui/view-tabs.js';

/** Gradebook and leaderboard of a class, as two tabs (decisions L4). */
export default function InstructorGradebookRoute() {
  const { sessionId = '' } = useParams();
  const [search] = useSearchParams();
  const leaderboard = search.get('view') === 'leaderboard';
  return (
    <>
      <ViewTabs
        label="Views of the class"
        tabs={[
          { label: 'Gradebook', to: '?', current: !leaderboard },
          { label: 'Leaderboard', to: '?view=leaderboard', current: leaderboard },
        ]}
      />
      {leaderboard ? (
        <ClassLeaderboard sessionId={sessionId} />
      ) : (
        <GradebookPage key={sessionId} sessionId={sessionId} />
      )}
    </>
  );
}
