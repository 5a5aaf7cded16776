import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import { createAverages, type Averages } from './averages.js';
import { BY_AVERAGE, BY_STUDENT, chosenAgain, ordered, type Order } from './gradebook-order.js';
import { campaignSpans, type GradebookScenario } from './gradebook-scenario.js';
import type { OpenGradebook } from './open-gradebook.js';
import type { RosterEntry } from './roster.js';

/** What of a gradebook is shown, and in which order. */
export interface GradebookView {
  open: OpenGradebook;
  students: readonly RosterEntry[];
  scenarios: readonly GradebookScenario[];
  averages: Averages;
  order: Order;
  /** Whether students of the class are left out. */
  filtered: boolean;
  enrolled: number;
}

/** Name filter, campaign and order, all in the address; what changes them comes back beside the view. */
export function useGradebookView(open: OpenGradebook) {
  const [address, change] = useSearchInUrl();
  const enrolled = useSyncExternalStore(open.roster.subscribe, open.roster.get);
  const search = address.get('search') ?? '';
  const campaigns = useMemo(() => uniqueCampaigns(open.scenarios), [open]);
  const campaign = campaigns.find(({ id }) => id === address.get('campaign'))?.id;
  const scenarios = useMemo(
    () => open.scenarios.filter(({ campaignId }) => campaign === undefined || campaignId === campaign),
    [open, campaign],
  );
  const matching = useMemo(() => enrolled.filter((student) => isCalled(student, search)), [enrolled, search]);
  const averages = useMemo(() => createAverages(open.store, matching, scenarios), [open, matching, scenarios]);
  useEffect(() => averages.follow(), [averages]);

  const asked = address.get('sort');
  const by = asked === BY_AVERAGE || scenarios.some(({ scenarioId }) => scenarioId === asked) ? asked! : BY_STUDENT;
  const order = address.get('order') === 'desc' ? 'desc' : 'asc';
  const students = useMemo(
    () => ordered(matching, { by, order }, { store: open.store, averages }),
    [matching, by, order, open, averages],
  );
  const view = useMemo(
    (): GradebookView => ({
      open,
      students,
      scenarios,
      averages,
      order: { by, order },
      filtered: students.length < enrolled.length,
      enrolled: enrolled.length,
    }),
    [open, students, scenarios, averages, by, order, enrolled],
  );
  return {
    view,
    search,
    campaign,
    campaigns,
    onSearch: (text: string) => change({ search: text }),
    onCampaign: (id: string | undefined) => change({ campaign: id }),
    onSort(column: string) {
      const next = chosenAgain({ by, order }, column);
      change({
        sort: next.by === BY_STUDENT ? undefined : next.by,
        order: next.order === 'asc' ? undefined : next.order,
      });
    },
  };
}

const isCalled = ({ username, name }: RosterEntry, search: string): boolean =>
  `${username} ${name}`.toLocaleLowerCase().includes(search.toLocaleLowerCase());

function uniqueCampaigns(scenarios: readonly GradebookScenario[]): { id: string; title: string }[] {
  return [...new Map(campaignSpans(scenarios).map(({ id, title }) => [id, { id, title }])).values()];
}
