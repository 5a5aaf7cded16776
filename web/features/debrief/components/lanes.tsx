import { mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { lanesOf } from '../../../../api/contracts/debrief-lanes.rule.js';
import { useSetAtom } from '../../../shared/state/jotai.js';
import { EmptyNote } from '../../../shared/ui/empty-note.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { IconAction } from '../../../shared/ui/icon-action.js';
import { useSearchInUrl } from '../../../shared/use-search-in-url.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { laneViewAtom } from '../lane-view.atom.js';
import { LANE_SORTS, sortedLanes } from '../lane-order.js';
import { itemWords, laneWords } from '../lane-words.js';
import { useLaneChoice } from '../use-lane-choice.js';
import { type LaneZoom, useLaneZoom } from '../use-lane-zoom.js';
import type { DebriefViewProps } from './debrief-page.js';
import { GhostLane } from './ghost-lane.js';
import { LaneChart } from './lane-chart.js';
import { LaneLegend } from './lane-legend.js';
import styles from './lanes.module.css';

/** One row for each student, time across. The table shows the same events to screen readers. */
export function Lanes({ open, playhead }: DebriefViewProps) {
  const [address, change] = useSearchInUrl();
  const sort = LANE_SORTS.find((each) => each === address.get('lanes')) ?? LANE_SORTS[0];
  const { debrief, axis, words, recording } = open;
  const end = axis.timeAt(axis.length);
  const all = useMemo(() => lanesOf(debrief, end), [debrief, end]);
  const lanes = useMemo(() => sortedLanes(all, sort, words.personOf), [all, sort, words]);
  const zoom = useLaneZoom(axis.length);
  const scroller = useRef<HTMLDivElement>(null);
  const choice = useLaneChoice({ lanes, axis, playhead, zoom, scroller });
  const [scrolled, setScrolled] = useState(0);
  const part = zoom.isWhole ? null : zoom.shown;
  const setView = useSetAtom(laneViewAtom);
  useEffect(() => setView({ scrolled, zoom: part }), [setView, scrolled, part]);
  const helpId = useId();
  const { chosen, pointed } = choice;
  const told = pointed ?? chosen;
  const lane = told && lanes[told.lane];
  const text =
    lane &&
    (told.item
      ? messages.lanes.ofStudent(words.personOf(lane.person), itemWords(recording, words, told.item))
      : laneWords(words, lane));
  if (lanes.length === 0) {
    return (
      <EmptyNote title={messages.lanes.none}>
        <p>{messages.lanes.noneHelp}</p>
      </EmptyNote>
    );
  }
  return (
    <div className={styles.lanes}>
      <div className={styles.tools}>
        <div className={styles.sort}>
          <SelectField
            label={messages.lanes.sort}
            value={sort}
            options={LANE_SORTS.map((value) => ({ value, text: messages.lanes.sorts[value] }))}
            onChange={(value) => change({ lanes: value === LANE_SORTS[0] ? undefined : value })}
          />
        </div>
        <ZoomButtons zoom={zoom} />
        <LaneLegend />
      </div>
      <p id={helpId} className="visually-hidden">
        {messages.lanes.keys}
      </p>
      {open.ghost && <GhostLane open={open} playhead={playhead} ghost={open.ghost} zoom={zoom.shown} />}
      <LaneChart
        open={open}
        playhead={playhead}
        lanes={lanes}
        zoom={zoom}
        choice={choice}
        scroller={scroller}
        onScrolled={setScrolled}
        helpId={helpId}
        valueText={text ?? messages.lanes.hint}
      />
      <p aria-hidden="true" className={styles.words}>
        {text ?? <span className={styles.soft}>{messages.lanes.hint}</span>}
      </p>
    </div>
  );
}

function ZoomButtons({ zoom }: { zoom: LaneZoom }) {
  return (
    <div className={styles.zoom}>
      <IconAction
        label={messages.lanes.zoomOut}
        icon={mdiMagnifyMinusOutline}
        disabled={zoom.isWhole}
        onClick={() => zoom.by(2, 0.5)}
      />
      <IconAction label={messages.lanes.zoomIn} icon={mdiMagnifyPlusOutline} onClick={() => zoom.by(0.5, 0.5)} />
      {!zoom.isWhole && (
        <Button variant="outlined" onClick={() => zoom.show(null)}>
          {messages.lanes.whole}
        </Button>
      )}
    </div>
  );
}
