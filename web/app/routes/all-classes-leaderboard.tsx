import { ALL_CLASSES } from '../../features/leaderboards/board-scope.js';
import { LeaderboardPanel } from '../../features/leaderboards/components/leaderboard-panel.js';
import { useOrganizationChoices } from '../../features/organizations/use-organization-choices.js';
import { useFirstRole } from '../../features/sign-in/use-signed-in.js';
import { usePageSubject } from '../../shared/page-subject.js';
import { appMessages } from '../app.messages.js';
import { framesMessages } from '../frames.messages.js';
import { useBoardFilters } from './use-board-filters.js';
import { useBoardInUrl } from './use-board-in-url.js';

/** Leaderboard over all classes of the user's organization; system admins may select any organization or all. */
export default function AllClassesLeaderboard() {
  const messages = framesMessages.board;
  usePageSubject(messages.allClasses);
  const isSystemAdmin = useFirstRole() === 'SystemAdmin';
  const { campaignId, scenarioId, organizationId, onOrganization } = useBoardInUrl();
  const choices = useOrganizationChoices(isSystemAdmin).map(({ id, name }) => ({ id, title: name }));
  const ofOrganizations = {
    label: messages.organization,
    all: messages.allOrganizations,
    choices,
    selected: organizationId,
    onSelect: onOrganization,
  };
  return (
    <LeaderboardPanel
      scope={{ sessionId: ALL_CLASSES, campaignId, scenarioId, organizationId }}
      title={appMessages.pages.leaderboard}
      subtitle={messages.allClasses}
      filters={[...useBoardFilters(), ...(isSystemAdmin ? [ofOrganizations] : [])]}
      staff
    />
  );
}
