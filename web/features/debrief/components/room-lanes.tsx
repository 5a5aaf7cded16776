import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { lanesOf } from '../../../../api/contracts/debrief-lanes.rule.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { ALL_LANES } from '../lane-view.atom.js';
import { LANE_SORTS, sortedLanes } from '../lane-order.js';
import { LANE_HEIGHT } from '../paint-lanes.js';
import { useLaneChoice } from '../use-lane-choice.js';
import { useLaneZoom } from '../use-lane-zoom.js';
import type { FollowedMoments } from '../use-room-follow.js';
import type { DebriefViewProps } from './debrief-page.js';
import { LaneChart } from './lane-chart.js';
import { LaneLegend } from './lane-legend.js';
import styles from './room-page.module.css';

interface RoomLanesProps extends DebriefViewProps {
  moments: FollowedMoments;
}

/** The lanes as a room sees them: the part that the instructor sees, in the same order, without anything to operate. */
export function RoomLanes({ open, playhead, moments }: RoomLanesProps) {
  const [address] = useSearchInUrl();
  const sort = LANE_SORTS.find((each) => each === address.get('lanes')) ?? LANE_SORTS[0];
  const { debrief, axis, words } = open;
  const end = axis.timeAt(axis.length);
  const lanes = useMemo(() => sortedLanes(lanesOf(debrief, end), sort, words.personOf), [debrief, end, sort, words]);
  const zoom = useLaneZoom(axis.length);
  const scroller = useRef<HTMLDivElement>(null);
  const choice = useLaneChoice({ lanes, axis, playhead, zoom, scroller });
  const chart = useRef<HTMLDivElement>(null);
  const fit = useFit(chart, lanes.length);
  const follow = useEffectEvent((): void => {
    const { scrolled, zoom: part } = moments.get()?.lanes ?? ALL_LANES;
    zoom.show(part);
    const element = scroller.current;
    if (element) element.scrollTop = scrolled * (element.scrollHeight - element.clientHeight);
  });
  useEffect(() => moments.subscribe(() => follow()), [moments]);
  // Also when the size or the number of lanes has changed.
  useEffect(() => follow());
  return (
    <div
      ref={chart}
      className={styles.lanes}
      // React's CSSProperties type has no custom properties
      style={{ ['--fit' as string]: fit }}
    >
      <LaneLegend />
      <div inert className={styles.chart}>
        <LaneChart {...{ open, playhead, lanes, zoom, choice, scroller }} helpId="" valueText={messages.lanes.label} />
      </div>
    </div>
  );
}

/** Size of lanes beside their usual one: as large as all of them fit, but readable from the back of the room. */
const SIZES = [1.1, 1.8] as const;
/** Height of the legend above the lanes. */
const LEGEND_PX = 40;

/** Returns how large the lanes are shown in the space that they have. */
function useFit(chart: RefObject<HTMLDivElement | null>, lanes: number): number {
  const [size, setSize] = useState<number>(SIZES[0]);
  useEffect(() => {
    const space = chart.current?.parentElement;
    if (!space) return undefined;
    const measure = (): void => {
      const fitting = space.clientHeight / (lanes * LANE_HEIGHT + LEGEND_PX);
      setSize(Math.min(Math.max(fitting, SIZES[0]), SIZES[1]));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(space);
    return () => observer.disconnect();
  }, [chart, lanes]);
  return size;
}
