import { useCallback, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react';
import { showNamesAtom } from '../../shared/names/show-names.atoms.js';
import { useAtomValue } from '../../shared/state/jotai.js';
import { useSearchInUrl } from '../../shared/use-search-in-url.js';
import { createAverages, type Averages } from './averages.js';
import { OVERALL } from './cell-sums.js';
import { createDoneCounts, type DoneCounts } from './done-counts.js';
import {
  BY_AVERAGE,
  BY_DONE,
  BY_NAME,
  BY_STUDENT,
  orderAfterClick,
  comparison,
  createRowOrder,
  isByText,
  isInOrder,
  type Order,
} from './gradebook-order.js';
import { campaignSpans, type GradebookScenario } from './gradebook-scenario.js';
import type { OpenGradebook } from './open-gradebook.js';
import type { RosterEntry } from './roster.js';

/** The shown part of a gradebook, and its order. */
export interface GradebookView {
  open: OpenGradebook;
  students: readonly RosterEntry[];
  scenarios: readonly GradebookScenario[];
  averages: Averages;
  done: DoneCounts;
  /** A new object for each sort. */
  order: Order;
  /** Whether real names are shown and available for sorting. */
  showNames: boolean;
  /** Whether a filter hides students of the class. */
  filtered: boolean;
  enrolled: number;
}

/** Returns the view for the name filter, campaign and order in the address, and the functions that change these. */
export function useGradebookView(open: OpenGradebook) {
  const [address, change] = useSearchInUrl();
  const showNames = useAtomValue(showNamesAtom);
  const enrolled = useSyncExternalStore(open.roster.subscribe, open.roster.get);
  const search = address.get('search') ?? '';
  const campaigns = useMemo(() => uniqueCampaigns(open.scenarios), [open]);
  const campaign = campaigns.find(({ id }) => id === address.get('campaign'))?.id;
  const scenarios = useMemo(
    () => open.scenarios.filter(({ campaignId }) => campaign === undefined || campaignId === campaign),
    [open, campaign],
  );
  const matching = useMemo(() => enrolled.filter((student) => matches(student, search)), [enrolled, search]);
  const averages = useMemo(() => createAverages(open.store, matching, scenarios), [open, matching, scenarios]);
  const done = useMemo(() => createDoneCounts(open.store, matching, open.scenarios), [open, matching]);
  useEffect(() => averages.follow(), [averages]);
  useEffect(() => done.follow(), [done]);

  const asked = address.get('sort');
  const columns = [BY_AVERAGE, BY_DONE, ...(showNames ? [BY_NAME] : []), ...scenarios.map((each) => each.scenarioId)];
  const by = columns.find((column) => column === asked) ?? BY_STUDENT;
  const direction = address.get('order') === 'desc' ? 'desc' : 'asc';
  const [turn, sortAgain] = useReducer((count: number) => count + 1, 0);
  const order = useMemo((): Order => ({ by, order: direction, turn }), [by, direction, turn]);
  const compareNow = useCallback(
    () => comparison(order, { store: open.store, averages, done }),
    [order, open, averages, done],
  );
  const [arrange] = useState(createRowOrder);
  const students = useMemo(() => {
    // a new or changed name is sorted in immediately
    const places = arrange(enrolled, isByText(by) ? [order, enrolled] : [order, scenarios, open], compareNow());
    const shown = new Set(matching);
    return places.filter((student) => shown.has(student));
  }, [arrange, by, order, enrolled, matching, scenarios, open, compareNow]);
  const view = useMemo(
    (): GradebookView => ({
      open,
      students,
      scenarios,
      averages,
      done,
      order,
      showNames,
      filtered: students.length < enrolled.length,
      enrolled: enrolled.length,
    }),
    [open, students, scenarios, averages, done, order, showNames, enrolled],
  );

  // subscribes to the figures themselves, which are updated after their cells
  const subscribe = useCallback(
    (listener: () => void) => {
      if (isByText(by)) return () => undefined;
      if (by === BY_AVERAGE) return averages.subscribe(OVERALL, listener);
      return by === BY_DONE ? done.subscribe(OVERALL, listener) : open.store.subscribeAny(listener);
    },
    [by, averages, done, open],
  );
  const outOfOrder = useSyncExternalStore(subscribe, () => !isByText(by) && !isInOrder(students, compareNow()));

  return {
    view,
    /** Whether live changes have made the order of the rows outdated. */
    outOfOrder,
    sortAgain,
    search,
    campaign,
    campaigns,
    onSearch: (text: string) => change({ search: text }),
    onCampaign: (id: string | undefined) => change({ campaign: id }),
    onSort(column: string) {
      const next = orderAfterClick({ by, order: direction }, column);
      change({
        sort: next.by === BY_STUDENT ? undefined : next.by,
        order: next.order === 'asc' ? undefined : next.order,
      });
    },
  };
}

const matches = ({ username, name }: RosterEntry, search: string): boolean =>
  `${username} ${name}`.toLocaleLowerCase().includes(search.toLocaleLowerCase());

function uniqueCampaigns(scenarios: readonly GradebookScenario[]): { id: string; title: string }[] {
  return [...new Map(campaignSpans(scenarios).map(({ id, title }) => [id, { id, title }])).values()];
}
