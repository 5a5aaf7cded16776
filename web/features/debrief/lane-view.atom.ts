import { atom } from '../../shared/state/jotai.js';
import type { Zoom } from './zoom.js';

/** The part of the lanes that a window shows. */
export interface LaneView {
  /** Scrolled share of the distance, from 0 at the top to 1 at the bottom: windows show different numbers of rows. */
  readonly scrolled: number;
  /** Null for the whole class. */
  readonly zoom: Zoom | null;
}

export const ALL_LANES: LaneView = { scrolled: 0, zoom: null };

/** What the lanes of this window show, for the room that it leads. */
export const laneViewAtom = atom(ALL_LANES);
