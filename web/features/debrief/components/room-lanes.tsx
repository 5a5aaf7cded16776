import { useMemo, useRef } from 'react';
import { lanesOf } from '../../../../api/contracts/debrief-lanes.rule.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { LANE_SORTS, sortedLanes } from '../lane-order.js';
import { useLaneChoice } from '../use-lane-choice.js';
import { useLaneZoom } from '../use-lane-zoom.js';
import type { DebriefViewProps } from './debrief-page.js';
import { LaneChart } from './lane-chart.js';
import { LaneLegend } from './lane-legend.js';
import styles from './room-page.module.css';

/** The lanes as a room sees them: in the order of the instructor, without anything to operate. */
export function RoomLanes({ open, playhead }: DebriefViewProps) {
  const [address] = useSearchInUrl();
  const sort = LANE_SORTS.find((each) => each === address.get('lanes')) ?? LANE_SORTS[0];
  const { debrief, axis, words } = open;
  const end = axis.timeAt(axis.length);
  const lanes = useMemo(() => sortedLanes(lanesOf(debrief, end), sort, words.personOf), [debrief, end, sort, words]);
  const zoom = useLaneZoom(axis.length);
  const scroller = useRef<HTMLDivElement>(null);
  const choice = useLaneChoice({ lanes, axis, playhead, zoom, scroller });
  return (
    <div className={styles.lanes}>
      <LaneLegend />
      <div inert className={styles.chart}>
        <LaneChart {...{ open, playhead, lanes, zoom, choice, scroller }} helpId="" valueText={messages.lanes.label} />
      </div>
    </div>
  );
}
