import { useQuery } from '@tanstack/react-query';
import { classQuery } from '../../features/courses/courses.api.js';
import { ProjectorBoard } from '../../features/leaderboards/components/projector-board.js';
import { usePageSubject } from '../../shared/page-subject.js';
import { appMessages as messages } from '../app.messages.js';
import { useBoardFilters } from './use-board-filters.js';
import { useBoardInUrl } from './use-board-in-url.js';

/** A class's leaderboard for a projector, filtered by its address. */
export default function ProjectorLeaderboard({ sessionId }: { sessionId: string }) {
  const { data: session } = useQuery(classQuery(sessionId));
  usePageSubject(session?.name);
  const { campaignId, scenarioId } = useBoardInUrl();
  const narrowed = useBoardFilters().flatMap(({ choices, selected }) =>
    choices.flatMap(({ id, title }) => (id === selected ? [title] : [])),
  );
  return (
    <ProjectorBoard
      scope={{ sessionId, campaignId, scenarioId }}
      title={[session?.name ?? messages.pages.leaderboard, ...narrowed].join(' · ')}
    />
  );
}
