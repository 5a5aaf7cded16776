import { useMemo } from 'react';
import { type DebriefAxis, axisOf } from '../../../api/contracts/debrief-axis.rule.js';
import { type Debrief, openDebrief } from '../../../api/contracts/debrief.rule.js';
import type { DebriefOrder } from '../../../api/contracts/debrief-entries.rule.js';
import { type DebriefMarker, markersOf } from '../../../api/contracts/debrief-markers.rule.js';
import { type DebriefPresence, openPresence } from '../../../api/contracts/debrief-presence.rule.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import type { Ghost } from './use-ghost.js';
import { eventWords, type EventWords } from './event-words.js';

export const ORDERS: readonly DebriefOrder[] = ['seen', 'happened'];

/** Returns the order of results that the address names, by default the one in which they arrived. */
export const orderOfAddress = (address: URLSearchParams): DebriefOrder =>
  ORDERS.find((each) => each === address.get('order-of')) ?? 'seen';

/** A recording with everything that the views of a debrief need. */
export interface OpenDebrief {
  readonly recording: Recording;
  readonly debrief: Debrief;
  readonly presence: DebriefPresence;
  readonly axis: DebriefAxis;
  readonly markers: readonly DebriefMarker[];
  readonly words: EventWords;
  /** The class to compare with; null without one. */
  readonly ghost: Ghost | null;
}

/** Prepares a recording for the views, again after each change of the recording or the order. `now`: the right end of a running class. */
export function useOpenDebrief(
  recording: Recording,
  order: DebriefOrder,
  now: number,
  ghost: Ghost | null,
): OpenDebrief {
  const debrief = useMemo(() => openDebrief(recording, order), [recording, order]);
  const markers = useMemo(() => markersOf(debrief), [debrief]);
  const presence = useMemo(() => openPresence(recording), [recording]);
  const words = useMemo(() => eventWords(recording), [recording]);
  const axis = useMemo(() => axisOf(recording, now), [recording, now]);
  return useMemo(
    () => ({ recording, debrief, presence, axis, markers, words, ghost }),
    [recording, debrief, presence, axis, markers, words, ghost],
  );
}
