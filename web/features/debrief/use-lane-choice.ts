import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import type { Lane, LaneItem } from '../../../api/contracts/debrief-lanes.rule.js';
import { LANE_HEIGHT } from './paint-lanes.js';
import type { Playhead } from './playhead.js';
import type { LaneZoom } from './use-lane-zoom.js';

/** A lane by its index, and one of its items; undefined for the whole lane. */
export interface LanePlace {
  readonly lane: number;
  readonly item: LaneItem | undefined;
}

interface LaneChoiceOptions {
  lanes: readonly Lane[];
  axis: DebriefAxis;
  playhead: Playhead;
  zoom: LaneZoom;
  scroller: RefObject<HTMLDivElement | null>;
}

/** Items that a pointer finds first where several overlap. */
const ON_TOP: readonly LaneItem['kind'][] = ['help', 'attempt', 'idle', 'offline', 'scenario'];

/** The lane and item that the keyboard has chosen, and those under the pointer. */
export function useLaneChoice({ lanes, axis, playhead, zoom, scroller }: LaneChoiceOptions) {
  const [chosen, setChosen] = useState<LanePlace | null>(null);
  const [pointed, setPointed] = useState<LanePlace | null>(null);

  function choose(lane: number, item?: LaneItem): void {
    const kept = Math.min(Math.max(lane, 0), lanes.length - 1);
    setChosen({ lane: kept, item });
    setPointed(null);
    const element = scroller.current;
    if (!element) return;
    const top = kept * LANE_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + LANE_HEIGHT > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + LANE_HEIGHT - element.clientHeight;
    }
  }

  function chooseItem(step: 1 | -1): void {
    const lane = chosen?.lane ?? 0;
    const items = lanes[lane]?.items ?? [];
    const present = chosen?.item ? items.indexOf(chosen.item) : -1;
    const next = present < 0 && step < 0 ? items.length - 1 : present + step;
    choose(lane, items[next] ?? chosen?.item);
  }

  const pageRows = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / LANE_HEIGHT) - 1);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => choose(chosen ? chosen.lane + 1 : 0),
    ArrowUp: () => choose(chosen ? chosen.lane - 1 : 0),
    PageDown: () => choose((chosen?.lane ?? 0) + pageRows()),
    PageUp: () => choose((chosen?.lane ?? 0) - pageRows()),
    Home: () => choose(0),
    End: () => choose(lanes.length - 1),
    ArrowRight: () => chooseItem(1),
    ArrowLeft: () => chooseItem(-1),
    '+': () => zoom.by(0.5, 0.5),
    '-': () => zoom.by(2, 0.5),
    Enter: () => goTo(chosen?.item?.to),
  };

  function goTo(time: number | undefined): void {
    if (time === undefined) return;
    playhead.jumpTo(axis.offsetOf(time));
  }

  return {
    chosen,
    pointed,
    onKeyDown(event: KeyboardEvent): void {
      const action = keys[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    },
    /** Finds the item at a lane and time; `tolerance` in milliseconds. */
    point(lane: number, time: number, tolerance: number): void {
      const items = lanes[lane]?.items ?? [];
      const near = items.filter(({ from, to }) => from - tolerance <= time && time <= to + tolerance);
      const item = ON_TOP.flatMap((kind) => near.filter((each) => each.kind === kind).at(-1) ?? [])[0];
      if (pointed?.lane !== lane || pointed.item !== item) setPointed(lanes[lane] ? { lane, item } : null);
    },
    leave: () => setPointed(null),
    goTo,
  };
}
export type LaneChoice = ReturnType<typeof useLaneChoice>;
